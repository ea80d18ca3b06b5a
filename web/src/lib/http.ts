import { addressOf, type Answer, type Call, type Sent } from '@sixpence/contracts/http/call';
import type { CallName, calls } from '@sixpence/contracts/http/calls';
import { noteServerTime } from './server-clock.js';

/** Core answered with a status other than 200. Every successful call answers 200. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';

  constructor(
    readonly status: number,
    /** The code of core's refusal; absent when another server answered. */
    readonly code: string | undefined,
    message: string,
    /** The server's own message; absent when it sends none. */
    readonly serverMessage?: string,
  ) {
    super(message);
  }

  /**
   * The session has ended or has no right to this call, so the user must sign in again. The specification
   * decides this by status alone. A call whose 403 has another meaning, such as a refund, does not read this.
   */
  get needsSignIn(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

type Row = (typeof calls)[CallName];

/**
 * The row for a path in the table of calls. The site imports only the types and does not validate with the
 * schemas.
 */
type CallAt<Method extends Row['method'], Path> = Extract<Row, { method: Method; path: Path }>;
type PathOf<Method extends Row['method']> = Extract<Row, { method: Method }>['path'];

/** The arguments of a call: its request, if the table has one, and a signal that aborts it. */
type CallArguments<C extends Call> = C extends { request: unknown }
  ? [sent: Sent<C>, signal?: AbortSignal]
  : [sent?: undefined, signal?: AbortSignal];

/**
 * Calls core. The client has no timeout (specification §9); the server limits the duration.
 * @throws HttpFailure for every status but 200; the error of `fetch` when there is no connection
 */
export async function get<Path extends PathOf<'GET'>>(
  path: Path,
  ...[sent, signal]: CallArguments<CallAt<'GET', Path>>
): Promise<Answer<CallAt<'GET', Path>>> {
  return fetchAnswer(addressOf({ method: 'GET', path }, sent), {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
}

/** Like `get`, with a JSON body. A call without a request sends an empty object. */
export async function post<Path extends PathOf<'POST'>>(
  path: Path,
  ...[sent, signal]: CallArguments<CallAt<'POST', Path>>
): Promise<Answer<CallAt<'POST', Path>>> {
  return fetchAnswer(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(sent ?? {}),
    ...(signal ? { signal } : {}),
  });
}

/** Fetches a file from core with the name in its `Content-Disposition` header. @throws as `get` */
export async function getFile(address: string): Promise<{ bytes: Blob; name: string | undefined }> {
  const response = await fetch(address, { credentials: 'include' });
  if (response.status !== 200) throw failureOf(response.status, await readJson(response));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { bytes: await response.blob(), name };
}

async function fetchAnswer<Parsed>(path: string, init: RequestInit): Promise<Parsed> {
  const response = await fetch(path, { ...init, credentials: 'include' });
  noteServerTime(response.headers.get('date'));
  const answer = await readJson(response);
  if (response.status !== 200) throw failureOf(response.status, answer);
  return answer as Parsed;
}

async function readJson(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!isJson) return undefined;
  const answer = response.json() as Promise<unknown>;
  // A refusal is read from its status, so an unreadable body (from a proxy, for example) is no error.
  return response.status === 200 ? answer : answer.catch(() => undefined);
}

function failureOf(status: number, answer: unknown): HttpFailure {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  const serverMessage = typeof message === 'string' && message !== '' ? message : undefined;
  return new HttpFailure(
    status,
    typeof code === 'string' ? code : undefined,
    serverMessage ?? `Error: ${status}`,
    serverMessage,
  );
}
