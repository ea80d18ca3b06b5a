import { z } from 'zod';
import { failureReasonSchema } from '../http/documents.js';

/**
 * Facts the service publishes, one per subject: `print.<thing>.<what happened>`, past tense.
 * Publishers report; they never instruct. Bodies carry ids, never contents. Adding a field is safe, changing one
 * needs a new subject.
 */

/** What is known of one page of a normalised PDF, in page order; sizes in points (1/72 inch), upright. */
export const pageFacts = z.object({
  widthPoints: z.number(),
  heightPoints: z.number(),
  hasColor: z.boolean(),
  isBlank: z.boolean(),
});
export type PageFacts = z.infer<typeof pageFacts>;

/** A page, and how long its two images are in the file that holds those of all pages. */
export const convertedPage = pageFacts.extend({ tileBytes: z.int().min(1), imageBytes: z.int().min(1) });
export type ConvertedPage = z.infer<typeof convertedPage>;

const revisionOf = { documentId: z.uuid(), revision: z.int() };

export const events = {
  /** The original of a first revision is stored, or a later revision was asked for; and its turn to be prepared has come. */
  'print.document.uploaded': z.object({
    ...revisionOf,
    ownerId: z.uuid(),
    mediaType: z.string(),
    /** 1-based pages of the previous revision to keep; absent for a first revision. */
    keepPages: z.array(z.int()).optional(),
  }),
  'print.document.converted': z.object({
    ...revisionOf,
    /** Which conversion wrote the files: after a crash two may have run. */
    conversionId: z.uuid(),
    pages: z.array(convertedPage).min(1),
    /** Size of the normalised PDF in bytes. */
    byteLength: z.int(),
  }),
  'print.document.conversion-failed': z.object({ ...revisionOf, reason: failureReasonSchema }),
  /** The owner's view of a document changed (status, options, pages). */
  'print.document.changed': z.object({ documentId: z.uuid(), ownerId: z.uuid() }),
  'print.document.deleted': z.object({ documentId: z.uuid(), ownerId: z.uuid() }),
  'print.code.created': z.object({ ownerId: z.uuid(), codeId: z.uuid() }),
  'print.code.redeemed': z.object({ ownerId: z.uuid(), codeId: z.uuid(), printerId: z.uuid() }),
  /** Idle, too old, or followed by the next person at the same printer. */
  'print.panel-session.ended': z.object({ panelSessionId: z.uuid(), agentId: z.uuid() }),
  'print.release.held': z.object({ releaseId: z.uuid(), ownerId: z.uuid(), printerId: z.uuid() }),
  /** A job moved: progress, stall, settlement. */
  'print.job.changed': z.object({ jobId: z.uuid(), ownerId: z.uuid(), printerId: z.uuid() }),
  'print.balance.changed': z.object({ ownerId: z.uuid(), currency: z.string() }),
  'print.printer.changed': z.object({ printerId: z.uuid(), agentId: z.uuid().nullable() }),
  'print.agent.revoked': z.object({ agentId: z.uuid() }),
} as const;

export type Subject = keyof typeof events;
export type EventOf<S extends Subject> = z.infer<(typeof events)[S]>;
export const subjects = Object.keys(events) as [Subject, ...Subject[]];
