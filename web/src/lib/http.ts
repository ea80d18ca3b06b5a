import { addressOf, type Answer, type Call, type Sent } from '@sixpence/contracts/http/call';
import type { CallName, calls } from '@sixpence/contracts/http/calls';
import { noteServerTime } from './server-clock.js';

/** Core answered, and not with the 200 that every successful call answers. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';

  constructor(
    readonly status: number,
    /** The refusal's code; absent when the answer was not core's own. */
    readonly code: string | undefined,
    message: string,
    /** What the server itself says of it; absent when it says nothing. */
    readonly said?: string,
  ) {
    super(message);
  }

  /**
   * The session is gone or may not do this: the person signs in again. The specification chooses by status alone. A
   * call whose 403 has a reason of its own, such as a refund, does not ask this.
   */
  get needsSignIn(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

type Row = (typeof calls)[CallName];

/** The row of the table of calls behind a path. Only its types come here: the site checks nothing with its schemas. */
type CallAt<Method extends Row['method'], Path> = Extract<Row, { method: Method; path: Path }>;
type PathOf<Method extends Row['method']> = Extract<Row, { method: Method }>['path'];

/** What a call takes: what the table says is asked, and a signal to give up. */
type Given<C extends Call> = C extends { request: unknown }
  ? [sent: Sent<C>, signal?: AbortSignal]
  : [sent?: undefined, signal?: AbortSignal];

/**
 * Asks core; the site's client has no timeout (specification §9), limits stand on the server.
 * @throws HttpFailure for every status but 200; whatever `fetch` throws when there is no connection
 */
export async function get<Path extends PathOf<'GET'>>(
  path: Path,
  ...[sent, signal]: Given<CallAt<'GET', Path>>
): Promise<Answer<CallAt<'GET', Path>>> {
  return ask(addressOf({ method: 'GET', path }, sent), {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
}

/** As `get`, with a JSON body; where nothing is asked an empty object is sent. */
export async function post<Path extends PathOf<'POST'>>(
  path: Path,
  ...[sent, signal]: Given<CallAt<'POST', Path>>
): Promise<Answer<CallAt<'POST', Path>>> {
  return ask(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(sent ?? {}),
    ...(signal ? { signal } : {}),
  });
}

/** A file that core answers, with the name that it gives it. @throws as `get` */
export async function getFile(address: string): Promise<{ bytes: Blob; name: string | undefined }> {
  const response = await fetch(address, { credentials: 'include' });
  if (response.status !== 200) throw failureOf(response.status, await readJson(response));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { bytes: await response.blob(), name };
}

async function ask<Told>(path: string, init: RequestInit): Promise<Told> {
  const response = await fetch(path, { ...init, credentials: 'include' });
  noteServerTime(response.headers.get('date'));
  const answer = await readJson(response);
  if (response.status !== 200) throw failureOf(response.status, answer);
  return answer as Told;
}

async function readJson(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!isJson) return undefined;
  const answer = response.json() as Promise<unknown>;
  // A refusal counts by its status, whatever somebody on the way has made of its body.
  return response.status === 200 ? answer : answer.catch(() => undefined);
}

function failureOf(status: number, answer: unknown): HttpFailure {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  const said = typeof message === 'string' && message !== '' ? message : undefined;
  return new HttpFailure(
    status,
    typeof code === 'string' ? code : undefined,
    said ?? `Error: ${status}`,
    said,
  );
}
