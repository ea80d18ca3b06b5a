import { noteServerTime } from './server-clock.js';

/** Core answered, and not with the 200 that every successful call answers. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';

  constructor(
    readonly status: number,
    /** The refusal's code; absent when the answer was not core's own. */
    readonly code: string | undefined,
    message: string,
  ) {
    super(message);
  }

  /** The session is gone or may not do this: the person signs in again. */
  get needsSignIn(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/**
 * Asks core; the site's client has no timeout (specification §9), limits stand on the server.
 * @throws HttpFailure for every status but 200; whatever `fetch` throws when there is no connection
 */
export async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return ask<Answer>(path, { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) });
}

/** As `get`, with a JSON body; without one an empty object is sent. */
export async function post<Answer = unknown>(
  path: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<Answer> {
  return ask<Answer>(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

async function ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(path, { ...init, credentials: 'include' });
  noteServerTime(response.headers.get('date'));
  const answer = await readJson(response);
  if (response.status !== 200) throw failureOf(response.status, answer);
  return answer as Answer;
}

async function readJson(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return isJson ? ((await response.json()) as unknown) : undefined;
}

function failureOf(status: number, answer: unknown): HttpFailure {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  return new HttpFailure(
    status,
    typeof code === 'string' ? code : undefined,
    typeof message === 'string' ? message : `Error: ${status}`,
  );
}
