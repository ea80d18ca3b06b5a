import { z } from 'zod';
import { failureReasonSchema } from '../http/documents.js';
import { documentLimits } from '../limits.js';
import { ordinal } from '../values.js';

/**
 * Facts that the service publishes, one per subject: `print.<thing>.<what happened>`, past tense. A change is
 * a fact if a process acts on it, or if it must be audited; a change that only a screen shows is news
 * (`news.ts`). A fact commits together with its change, and reaches the stream soon, or after an outage.
 * Publishers report; they never instruct. Bodies carry ids, never contents. Adding a field is safe; changing
 * one needs a new subject.
 */

/** One page of a normalised PDF. Sizes are in points (1/72 inch), after its rotation. */
export const pageFacts = z.object({
  widthPoints: z.number(),
  heightPoints: z.number(),
  hasColor: z.boolean(),
  isBlank: z.boolean(),
});
export type PageFacts = z.infer<typeof pageFacts>;

/** A page with the sizes of its two images in the file of all images. */
const convertedPage = pageFacts.extend({ tileBytes: z.int().min(1), imageBytes: z.int().min(1) });
export type ConvertedPage = z.infer<typeof convertedPage>;

const revisionOf = { documentId: z.uuid(), revision: ordinal };

export const events = {
  /**
   * The bytes of a document have arrived, once for each document. The document may wait for its turn in
   * preparation.
   */
  'print.document.uploaded': z.object({ ...revisionOf, ownerId: z.uuid(), mediaType: z.string() }),
  /** A revision has got its turn in preparation: a converter prepares it. */
  'print.conversion.due': z.object({
    ...revisionOf,
    ownerId: z.uuid(),
    mediaType: z.string(),
    /** 1-based pages of the previous revision to keep; absent for a first revision. */
    keepPages: z.array(z.int()).optional(),
    /**
     * Counts how often the revision was handed out, because no converter finished it; absent the first time.
     */
    attempt: ordinal.optional(),
  }),
  /** A converter has stored the normalised PDF and the images of a revision. */
  'print.document.converted': z.object({
    ...revisionOf,
    /** The conversion that wrote the files: after a crash two may have run. */
    conversionId: z.uuid(),
    pages: z.array(convertedPage).min(1).max(documentLimits.pages),
    /** Size of the normalised PDF in bytes. */
    byteLength: z.int(),
  }),
  /** A converter cannot prepare a revision, for a reason that its owner sees. */
  'print.document.conversion-failed': z.object({ ...revisionOf, reason: failureReasonSchema }),
  /** A document has ended: its owner deleted it, or it expired. */
  'print.document.deleted': z.object({ documentId: z.uuid(), ownerId: z.uuid() }),
  /** A user has a new print code; the earlier one is revoked. */
  'print.code.created': z.object({ ownerId: z.uuid(), codeId: z.uuid() }),
  /** A code was redeemed at a printer; the owner's dashboard no longer shows it. */
  'print.code.redeemed': z.object({ ownerId: z.uuid(), codeId: z.uuid(), printerId: z.uuid() }),
  /** PRINT was pressed, and core holds the price of all chosen documents. */
  'print.release.held': z.object({ releaseId: z.uuid(), ownerId: z.uuid(), printerId: z.uuid() }),
  /** A job is over: the printed pages are captured, and the rest of the hold is voided. */
  'print.job.settled': z.object({ jobId: z.uuid(), ownerId: z.uuid(), printerId: z.uuid() }),
  /**
   * A balance changed without a job: staff gave credits, or the user claimed or forfeited money. Changes by
   * jobs have facts of their own.
   */
  'print.balance.changed': z.object({ ownerId: z.uuid(), currency: z.string() }),
  /** A printer was added or changed, or another box drives it; `agentId` is null while no box drives it. */
  'print.printer.changed': z.object({ printerId: z.uuid(), agentId: z.uuid().nullable() }),
  /** A box was revoked: its socket is closed. */
  'print.agent.revoked': z.object({ agentId: z.uuid() }),
} as const;

export type Subject = keyof typeof events;
export type EventOf<S extends Subject> = z.infer<(typeof events)[S]>;
/** @internal */
export const subjects = Object.keys(events) as [Subject, ...Subject[]];
