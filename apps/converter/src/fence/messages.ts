import { pageFacts } from '@sixpence/contracts/events/events';
import { importFilters } from '@sixpence/contracts/file-types';
import { failureReasonSchema } from '@sixpence/contracts/http/documents';
import { z } from 'zod';
import { limits } from '../limits.js';

/** Into the fence, with the document's bytes: what to do with them. */
export interface Job {
  mediaType: string;
  /** 1-based; all pages when absent. */
  keepPages?: number[] | undefined;
}

/** Asks for a document that was looked into as PDF, by LibreOffice; it comes back in a frame of its own. */
const officeRequest = z.object({ type: z.literal('office'), filter: z.enum(importFilters) });

/**
 * Out of the fence, in this order: `ready`, then for one job `office` (if it is an office document), `normalised`, each
 * `page`, `done`; or `failed`; or `gave-up`, where the reason has to be found outside; or `missing-program`,
 * where it is not the document's.
 */
export const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  officeRequest,
  /** With the normalised PDF. */
  z.object({ type: z.literal('normalised'), pageCount: z.int().min(1).max(limits.pages) }),
  /** With the tile, `tileBytes` long, and after it the larger image, both JPEG. */
  z.object({
    type: z.literal('page'),
    page: z.int().min(1).max(limits.pages),
    facts: pageFacts,
    tileBytes: z.int().min(1).max(limits.previewBytes),
  }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), reason: failureReasonSchema }),
  z.object({ type: z.enum(['gave-up', 'missing-program']) }),
]);
export type Message = z.infer<typeof message>;
