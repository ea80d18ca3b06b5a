import { z } from 'zod';
import { failureReasonSchema } from '../http/documents.js';
import { documentLimits } from '../limits.js';
import { ordinal } from '../values.js';

/**
 * Facts the service publishes, one per subject: `print.<thing>.<what happened>`, past tense. They are what somebody must
 * act on, or may audit: they commit with their change and reach the stream sooner or later. What is only news to a
 * screen is in `news.ts`. Publishers report; they never instruct. Bodies carry ids, never contents. Adding a field is
 * safe, changing one needs a new subject.
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

const revisionOf = { documentId: z.uuid(), revision: ordinal };

export const events = {
  /** The bytes of a document have arrived, once for each document; it may have to wait for its turn to be prepared. */
  'print.document.uploaded': z.object({ ...revisionOf, ownerId: z.uuid(), mediaType: z.string() }),
  /** The turn of a revision has come: a converter prepares it. */
  'print.conversion.due': z.object({
    ...revisionOf,
    ownerId: z.uuid(),
    mediaType: z.string(),
    /** 1-based pages of the previous revision to keep; absent for a first revision. */
    keepPages: z.array(z.int()).optional(),
    /** How often it has been handed out, where nobody finished it the first time; absent then. */
    attempt: ordinal.optional(),
  }),
  /** A converter has stored the normalised PDF and the images of a revision. */
  'print.document.converted': z.object({
    ...revisionOf,
    /** Which conversion wrote the files: after a crash two may have run. */
    conversionId: z.uuid(),
    pages: z.array(convertedPage).min(1).max(documentLimits.pages),
    /** Size of the normalised PDF in bytes. */
    byteLength: z.int(),
  }),
  /** A converter cannot prepare a revision, for a reason that its owner is shown. */
  'print.document.conversion-failed': z.object({ ...revisionOf, reason: failureReasonSchema }),
  /** A document has ended: its owner deleted it, or its time is over. */
  'print.document.deleted': z.object({ documentId: z.uuid(), ownerId: z.uuid() }),
  /** A person has a new print code; the one before it is dead. */
  'print.code.created': z.object({ ownerId: z.uuid(), codeId: z.uuid() }),
  /** A code was typed at a printer and is used up: it leaves the owner's dashboard. */
  'print.code.redeemed': z.object({ ownerId: z.uuid(), codeId: z.uuid(), printerId: z.uuid() }),
  /** PRINT was pressed, and the price of all chosen documents is set aside. */
  'print.release.held': z.object({ releaseId: z.uuid(), ownerId: z.uuid(), printerId: z.uuid() }),
  /** A job is over: what came out is captured, and the rest of its price given back. */
  'print.job.settled': z.object({ jobId: z.uuid(), ownerId: z.uuid(), printerId: z.uuid() }),
  /** Money came or went otherwise than by a job, whose own facts say so: given by staff, claimed, forfeited. */
  'print.balance.changed': z.object({ ownerId: z.uuid(), currency: z.string() }),
  /** A printer was added or given other facts, or a box has taken it over; `agentId` is null while none drives it. */
  'print.printer.changed': z.object({ printerId: z.uuid(), agentId: z.uuid().nullable() }),
  /** A box may not act any more: its socket is closed wherever it is open. */
  'print.agent.revoked': z.object({ agentId: z.uuid() }),
} as const;

export type Subject = keyof typeof events;
export type EventOf<S extends Subject> = z.infer<(typeof events)[S]>;
export const subjects = Object.keys(events) as [Subject, ...Subject[]];
