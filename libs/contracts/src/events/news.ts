import { z } from 'zod';
import { documentRow } from '../http/documents.js';
import { printerNow } from '../http/own-printers.js';
import { jobView } from '../http/release.js';
import { moneySchema } from '../money.js';
import { tally } from '../values.js';

/**
 * Fleeting news: something looks different from now on, so look again. It goes over plain NATS once the change has
 * committed, to a subject of the person, box, or document that it is for, and is kept nowhere: what somebody must act
 * on, or may audit, is a fact (`events.ts`). Whoever missed news sees the present state the next time they look.
 */

/** Whom news can be for, and which id in its body names them. */
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

/** One row a kind of news: `<whom it is for>.<what changed>`. */
export const news = {
  /** The owner's view of a document has changed: it came or went, its status, its pages, or its options. */
  'person.document': z.object({ ...person, ...document }),
  /** PRINT was pressed: there are jobs, and less can be spent. */
  'person.release': z.object({ ...person, releaseId: z.uuid() }),
  /** A job moved: progress, a stall, an end that staff must look at. Progress is written down later than it is told. */
  'person.job': z.object({ ...person, jobId: z.uuid(), impressions: tally.optional() }),
  /** A job is over and paid: the job, its document, and what can be spent have changed. */
  'person.job-settled': z.object({ ...person, jobId: z.uuid() }),
  /** What a person can spend has changed, otherwise than by a job. */
  'person.balance': z.object({ ...person, currency: z.string() }),
  /** A person has chosen other sites as theirs. */
  'person.sites': z.object(person),
  /** A person's code was typed at a printer. */
  'person.code-used': z.object({ ...person, printerId: z.uuid() }),
  /** The box drives other printers, or they were given other facts. */
  'box.printers': z.object(box),
  /** A person has a panel session at one of its printers. */
  'box.session-opened': z.object({ ...box, panelSessionId: z.uuid(), ...person }),
  /** Somebody has given the code that a request of this box shows at a printer: it may ask for their list. */
  'box.paired': z.object({ ...box, printerId: z.uuid(), requestId: z.uuid() }),
  /** A panel session at one of its printers is over. */
  'box.session-ended': z.object({ ...box, panelSessionId: z.uuid() }),
  /** The box may not act any more. */
  'box.revoked': z.object(box),
  /** A printer of the site looks different; at most once a second for each, and the last change counts. */
  'site.printer': z.object({ siteId: z.uuid(), printerId: z.uuid() }),
  /** Somebody has begun to send the bytes of a document, and takes the place of senders with a lower number. */
  'document.sender': z.object({ ...document, sender: z.int() }),
} as const;

export type NewsKind = keyof typeof news;
export type NewsBody<K extends NewsKind> = z.infer<(typeof news)[K]>;
export type News = { [K in NewsKind]: { kind: K; body: NewsBody<K> } }[NewsKind];

/** News for one kind of addressee. */
export type NewsFor<A extends Addressee> = Extract<News, { kind: `${A}.${string}` }>;

/** The subject of some news: `news.person.<id>.document`. */
export function newsSubject<K extends NewsKind>(kind: K, body: NewsBody<K>): string {
  const [whom, what] = kind.split('.') as [Addressee, string];
  const id = (body as Record<string, unknown>)[addressees[whom]];
  return `news.${whom}.${String(id)}.${what}`;
}

/** All news for one person, box, or document. */
export function allNewsFor(whom: Addressee, id: string): string {
  return `news.${whom}.${id}.*`;
}

/** What arrived under a subject; undefined when it is no news of ours, such as of a kind that is newer than we are. */
export function readNews(subject: string, body: unknown): News | undefined {
  const [, whom = '', , what = ''] = subject.split('.');
  const kind = `${whom}.${what}`;
  if (!Object.hasOwn(news, kind)) return undefined;
  const parsed = news[kind as NewsKind].safeParse(body);
  return parsed.success ? ({ kind, body: parsed.data } as News) : undefined;
}

/**
 * What a browser hears of the news for its person, over the WebSocket `GET /live`, one JSON object a frame.
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
