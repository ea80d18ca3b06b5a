import type { z } from 'zod';
import type { RefusalCode } from '../refusals.js';

/** So many calls within so many seconds; one more is refused with 429 and the time to wait. */
export interface Budget {
  points: number;
  seconds: number;
}

/**
 * One call over HTTP. Its row is the only place that knows its method and path: core's controllers, the session guard,
 * budgets, the site's client, the OpenAPI document, and the tests that walk over all calls read it from here.
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** As routers write it: `/document-pages/:documentId/:page`. */
  path: string;
  /** What it does, in one line. */
  summary: string;
  /** What proves who calls. Core refuses a call that comes without it; `none` is open to visitors. */
  proof: 'session' | 'signed address' | 'signed body' | 'invite' | 'service token' | 'intake token' | 'none';
  /** The status for whoever has no session; 401 unless the specification says otherwise. */
  withoutSession?: 401 | 403;
  /** How often it may be made. Each core counts for itself, unless the count is shared, because something could be guessed. */
  budget?: { person?: Budget; network?: Budget & { shared?: true } };
  /**
   * What the body is: JSON (the default), JSON handed over as the bytes that came (for a signature over them), a form,
   * or a file of any type that is taken in piece by piece.
   */
  body?: 'json' | 'raw' | 'form' | 'file';
  /** It reads one row and waits for nothing, so that it never stands behind other calls of its network. */
  quick?: true;
  /** It waits for another service, so that it has places of its own: calls that need only core never stand behind it. */
  asksProvider?: true;
  /** Pages of other sites may make it: a provider's callback, not something a person's cookie could be abused for. */
  fromAnyOrigin?: true;
  /** What is asked, in one object: fields named in the path, the query of a GET, the body of others. */
  request?: z.ZodType;
  /** A request that keeps to the contract. */
  example?: Record<string, unknown>;
  /** The refusal of a request that does not keep to it; `request.invalid` unless it would tell too much. */
  malformed?: RefusalCode;
  /** What a yes answers: JSON of this shape, or bytes of this media type. Without it there is nothing to tell. */
  answer?: z.ZodType | `${string}/${string}`;
  /** The pages to which its answer may lead the browser on (303). */
  leads?: readonly string[];
  /** Whether a success may be kept by the browser; nothing else is. */
  kept?: true;
  /** How it can be refused, besides what every call can meet. */
  refusals?: readonly RefusalCode[];
}

/** Any call can meet these: bad requests, no proof, too many, a part of the service away. */
export const commonRefusals = [
  'request.invalid',
  'request.origin',
  'request.media-type',
  'request.too-large',
  'request.too-many',
  'service.unavailable',
] as const satisfies readonly RefusalCode[];

/** Generous for people and for pages that act for them; it stops a program that has run wild. */
export const asPeopleClick: Call['budget'] = { person: { points: 600, seconds: 60 } };

/**
 * The same for everybody behind one address, such as a hall of residence. It bounds programs, not people: a neighbour who
 * makes ten calls a second must not use up what the hall has. What costs something, as mails do, has a budget of its own.
 */
export const asAHallClicks: Call['budget'] = { network: { points: 6_000, seconds: 60 } };

/** What a caller sends. */
export type Sent<C extends Call> = C extends { request: infer Request extends z.ZodType }
  ? z.input<Request>
  : undefined;

/** What core reads of it. */
export type Asked<C extends Call> = C extends { request: infer Request extends z.ZodType }
  ? z.output<Request>
  : undefined;

/** What a yes answers. */
export type Answer<C extends Call> = C extends { answer: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : C extends { answer: string }
    ? unknown
    : object;

/** The fields that a call's path names. */
export function fieldsInPath(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** The path and query under which something is asked. What belongs in the body is left out. */
export function addressOf(
  { method, path }: Pick<Call, 'method' | 'path'>,
  asked: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const inPath = fieldsInPath(path);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asked[name] ?? ''));
  if (method !== 'GET') return filled;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined && !inPath.includes(name)) query.append(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}
