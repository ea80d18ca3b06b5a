import { pageFacts } from '@sixpence/contracts/events/events';
import { importFilters } from '@sixpence/contracts/file-types';
import { failureReasonSchema } from '@sixpence/contracts/http/documents';
import { z } from 'zod';
import { limits } from '../limits.js';

/** The message to the process behind the fence, sent with the document's bytes. */
export interface Job {
  mediaType: string;
  /** 1-based; all pages when absent. */
  keepPages?: number[] | undefined;
}

/** Asks LibreOffice for the inspected document as PDF, which comes back in a frame of its own. */
const officeRequest = z.object({ type: z.literal('office'), filter: z.enum(importFilters) });

/**
 * The messages from the process behind the fence, in this order: `ready`, then for each job `office` (for an
 * office document), `normalised`, each `page`, `done`. A job can end instead with `failed`, with `gave-up`
 * when the reason has to be measured outside, or with `missing-program` when the converter is at fault; the
 * process ends after these.
 */
export const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  officeRequest,
  /** Sent with the normalised PDF. */
  z.object({ type: z.literal('normalised'), pageCount: z.int().min(1).max(limits.pages) }),
  /** Sent with the tile, `tileBytes` long, and after it the larger image, both JPEG. */
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
