import type { z } from 'zod';
import type { RefusalCode } from '../refusals.js';

/** At most `points` calls within `seconds`. A further call is refused with 429 and the time to wait. */
export interface Budget {
  points: number;
  seconds: number;
}

/**
 * One call over HTTP. Its row is the only place with its method and path: core's controllers, the session
 * guard, budgets, the site's client, the OpenAPI document, and the tests over all calls read it from here.
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** In router syntax: `/document-pages/:documentId/:page`. */
  path: string;
  /** The purpose of the call, in one line. */
  summary: string;
  /** The caller's proof. Core refuses a call without it; `none` is open to visitors. */
  proof: 'session' | 'signed address' | 'signed body' | 'invite' | 'service token' | 'intake token' | 'none';
  /** The status without a session; 401 unless the specification says otherwise. */
  withoutSession?: 401 | 403;
  /**
   * The rate limits. Each core counts for itself; with `shared` all cores share one count, so that secrets
   * cannot be guessed.
   */
  budget?: { person?: Budget; network?: Budget & { shared?: true } };
  /**
   * The body: JSON (the default), JSON as the raw bytes (for a signature over them), a form, or a file of any
   * type that is streamed.
   */
  body?: 'json' | 'raw' | 'form' | 'file';
  /**
   * True when the call reads one row and waits for nothing else. It never queues behind other calls of its
   * network.
   */
  quick?: true;
  /**
   * True when the call waits for another service. It queues separately, so that calls that need only core
   * never wait behind it.
   */
  asksProvider?: true;
  /**
   * True when pages of other sites may make the call: a provider's callback, in which a user's cookie cannot
   * be abused.
   */
  fromAnyOrigin?: true;
  /** The request as one object: fields of the path, the query of a GET, the body of other methods. */
  request?: z.ZodType;
  /** A valid request. */
  example?: Record<string, unknown>;
  /**
   * The refusal of an invalid request. Default: `request.invalid`; another one where that would reveal too
   * much.
   */
  malformed?: RefusalCode;
  /** A success answer: JSON of this shape, or bytes of this media type. Absent: the answer has no content. */
  answer?: z.ZodType | `${string}/${string}`;
  /** The pages to which the call may redirect the browser (status 303). */
  redirectsTo?: readonly string[];
  /** True when the browser may cache a success; other answers are never cached. */
  cacheable?: true;
  /** The refusals of this call, beside those of every call. */
  refusals?: readonly RefusalCode[];
}

/** Refusals of any call: bad requests, no proof, too many calls, an outage of a part. */
export const commonRefusals = [
  'request.invalid',
  'request.origin',
  'request.media-type',
  'request.too-large',
  'request.too-many',
  'service.unavailable',
] as const satisfies readonly RefusalCode[];

/** The usual budget of a person: generous for people and their pages; it stops a program that runs wild. */
export const personBudget: Call['budget'] = { person: { points: 600, seconds: 60 } };

/**
 * The budget of calls that all users behind one network address make, for example in a hall of residence. It
 * bounds programs, not people: one user with ten calls a second must not use up the budget of all. Calls with
 * a cost, such as mails, have budgets of their own.
 */
export const sharedNetworkBudget: Call['budget'] = { network: { points: 6_000, seconds: 60 } };

/** The fields that a caller sends. */
export type Sent<C extends Call> = C extends { request: infer Request extends z.ZodType }
  ? z.input<Request>
  : undefined;

/** The fields that core reads after parsing. */
export type Asked<C extends Call> = C extends { request: infer Request extends z.ZodType }
  ? z.output<Request>
  : undefined;

/** The content of a success answer. */
export type Answer<C extends Call> = C extends { answer: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : C extends { answer: string }
    ? unknown
    : object;

/** The names of the fields in a call's path. */
export function fieldsInPath(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** The path and query of a call. Fields that belong in the body are omitted. */
export function addressOf(
  { method, path }: Pick<Call, 'method' | 'path'>,
  fields: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const inPath = fieldsInPath(path);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(fields[name] ?? ''));
  if (method !== 'GET') return filled;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && !inPath.includes(name)) query.append(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}
