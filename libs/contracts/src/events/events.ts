import { z } from 'zod';
import { documentRow, failureReasonSchema } from '../http/documents.js';
import { printerNow } from '../http/own-printers.js';
import { jobView } from '../http/release.js';
import { documentLimits } from '../limits.js';
import { moneySchema } from '../money.js';
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

/**
 * What a browser hears when facts and news are about its person, over the WebSocket `GET /live`, one JSON object a frame.
 * `/live` sends the person's jobs of the last 24 h and the balances on connect, then changes.
 */
export const liveNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('document'), document: documentRow }),
  z.object({ type: z.literal('document-gone'), orderId: z.uuid() }),
  z.object({ type: z.literal('job'), job: jobView }),
  z.object({ type: z.literal('balance'), available: moneySchema }),
  z.object({ type: z.literal('code-used'), printer: z.string() }),
  /** A printer of the person's sites looks different from now on. */
  z.object({ type: z.literal('printer'), printer: printerNow }),
  /** A printer takes jobs again that was in trouble while the person was there; told again to each tab that opens soon. */
  z.object({
    type: z.literal('printer-back'),
    printerId: z.uuid(),
    printer: z.string(),
    site: z.string(),
    /** ISO 8601, UTC. */
    at: z.string(),
  }),
  /** News may have been missed: what is shown is to be fetched again. */
  z.object({ type: z.literal('missed') }),
]);
export type LiveNews = z.infer<typeof liveNews>;

/**
 * What a piece of news tells the present state of; a later one of the same subject takes its place. Undefined for news
 * of a moment, and of what a page fetches by itself when it opens.
 */
export function stateToldBy(news: LiveNews): string | undefined {
  switch (news.type) {
    case 'job':
      return news.job.id;
    case 'balance':
      return news.available.currency;
    case 'printer-back':
      return news.printerId;
    case 'document':
    case 'document-gone':
    case 'code-used':
    case 'printer':
    case 'missed':
      return undefined;
  }
}
