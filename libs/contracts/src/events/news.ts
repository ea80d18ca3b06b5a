import { z } from 'zod';
import { documentRow } from '../http/documents.js';
import { printerNow } from '../http/own-printers.js';
import { jobView } from '../http/release.js';
import { moneySchema } from '../money.js';
import { tally } from '../values.js';

/**
 * News: a screen shows something different now and should load it again. News goes over plain NATS after its
 * change has committed, to a subject of the user, box, document, or site that it is for. It is not stored: a
 * change that needs an action or an audit trail is a fact (`events.ts`). A process that missed news sees the
 * current state at its next query.
 */

/** The kinds of addressee, each with the field of the body that holds its id. */
export const addressees = {
  person: 'ownerId',
  box: 'agentId',
  document: 'documentId',
  site: 'siteId',
} as const;
export type Addressee = keyof typeof addressees;

const person = { ownerId: z.uuid() };
const box = { agentId: z.uuid() };
const document = { documentId: z.uuid() };

/** One row per kind of news: `<addressee>.<what changed>`. */
export const news = {
  /** The owner's view of a document has changed: its existence, status, pages, or options. */
  'person.document': z.object({ ...person, ...document }),
  /** PRINT was pressed: there are new jobs, and the spendable balance is lower. */
  'person.release': z.object({ ...person, releaseId: z.uuid() }),
  /**
   * A job changed: progress, a stall, or an end that staff must check. Progress is sent before it is stored.
   */
  'person.job': z.object({ ...person, jobId: z.uuid(), impressions: tally.optional() }),
  /** A job is settled: the job, its document, and the spendable balance have changed. */
  'person.job-settled': z.object({ ...person, jobId: z.uuid() }),
  /** A user's spendable balance has changed, but not by a job. */
  'person.balance': z.object({ ...person, currency: z.string() }),
  /** A user has changed which sites are chosen. */
  'person.sites': z.object(person),
  /** A user's code was redeemed at a printer. */
  'person.code-used': z.object({ ...person, printerId: z.uuid() }),
  /** The set of printers that the box drives has changed, or a setting of one of them. */
  'box.printers': z.object(box),
  /** A user has a panel session at one of the box's printers. */
  'box.session-opened': z.object({ ...box, panelSessionId: z.uuid(), ...person }),
  /** A user has confirmed the QR code that a printer of this box shows: the box may ask for the documents. */
  'box.paired': z.object({ ...box, printerId: z.uuid(), requestId: z.uuid() }),
  /** A panel session at one of the box's printers has ended. */
  'box.session-ended': z.object({ ...box, panelSessionId: z.uuid() }),
  /** The box was revoked. */
  'box.revoked': z.object(box),
  /**
   * A printer of the site shows another state. Sent at most once a second for each printer; the last change
   * counts.
   */
  'site.printer': z.object({ siteId: z.uuid(), printerId: z.uuid() }),
  /** A client has begun to send the bytes of a document, and replaces senders with a lower number. */
  'document.sender': z.object({ ...document, sender: z.int() }),
} as const;

export type NewsKind = keyof typeof news;
export type NewsBody<K extends NewsKind> = z.infer<(typeof news)[K]>;
export type News = { [K in NewsKind]: { kind: K; body: NewsBody<K> } }[NewsKind];

/** News for one kind of addressee. */
export type NewsFor<A extends Addressee> = Extract<News, { kind: `${A}.${string}` }>;

/** The subject of a piece of news: `news.person.<id>.document`. */
export function newsSubject<K extends NewsKind>(kind: K, body: NewsBody<K>): string {
  const [whom, what] = kind.split('.') as [Addressee, string];
  const id = (body as Record<string, unknown>)[addressees[whom]];
  return `news.${whom}.${String(id)}.${what}`;
}

/** The subject pattern of all news for one addressee. */
export function allNewsFor(whom: Addressee, id: string): string {
  return `news.${whom}.${id}.*`;
}

/**
 * Parses news by its subject.
 * @returns undefined when it is not our news, for example a kind of a newer version
 */
export function readNews(subject: string, body: unknown): News | undefined {
  const [, whom = '', , what = ''] = subject.split('.');
  const kind = `${whom}.${what}`;
  if (!Object.hasOwn(news, kind)) return undefined;
  const parsed = news[kind as NewsKind].safeParse(body);
  return parsed.success ? ({ kind, body: parsed.data } as News) : undefined;
}

/**
 * The messages that a browser receives over the WebSocket `GET /live`, one JSON object per frame. On connect
 * `/live` sends the user's jobs of the last 24 h and the balances, then changes.
 */
export const liveNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('document'), document: documentRow }),
  z.object({ type: z.literal('document-gone'), orderId: z.uuid() }),
  z.object({ type: z.literal('job'), job: jobView }),
  z.object({ type: z.literal('balance'), available: moneySchema }),
  z.object({ type: z.literal('code-used'), printer: z.string() }),
  /** A printer of the user's sites shows another state. */
  z.object({ type: z.literal('printer'), printer: printerNow }),
  /**
   * A printer takes jobs again after trouble that the user met there. Tabs that open soon after receive it,
   * too.
   */
  z.object({
    type: z.literal('printer-back'),
    printerId: z.uuid(),
    printer: z.string(),
    site: z.string(),
    /** ISO 8601, UTC. */
    at: z.string(),
  }),
  /** News may have been lost: the page loads everything again. */
  z.object({ type: z.literal('missed') }),
]);
export type LiveNews = z.infer<typeof liveNews>;

/**
 * The key of the state that this news contains; a later message with the same type and key replaces it.
 * Undefined for a momentary event, and for a state that pages load when they open.
 */
export function replaceableStateKey(news: LiveNews): string | undefined {
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
