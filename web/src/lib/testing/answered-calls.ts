interface Answer {
  status: number;
  body?: unknown;
}

/** Calls that a test answers instead of core. A test may change `answers` while it runs. */
export interface AnsweredCalls {
  /** Keys are paths with their query. */
  answers: Record<string, Answer>;
  /** The calls in order; the body is undefined for a call without one. */
  sent: [path: string, body: unknown][];
}

/** Replaces `fetch`. A path without an answer gets 404. */
export function answerCalls(answers: Record<string, Answer>): AnsweredCalls {
  const calls: AnsweredCalls = { answers, sent: [] };
  globalThis.fetch = (input, init) => {
    const path = typeof input === 'string' ? input : 'no path';
    calls.sent.push([path, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined]);
    const { status, body } = calls.answers[path] ?? { status: 404 };
    const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
    return Promise.resolve({ status, headers, json: () => Promise.resolve(body) } as Response);
  };
  return calls;
}

/**
 * Holds the answers to calls of `path` back until the returned function is called. A call that is aborted
 * before then rejects, as in a browser.
 */
export function holdAnswers(path: string): () => void {
  const answered = globalThis.fetch;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  globalThis.fetch = async (input, init) => {
    const answer = await answered(input, init);
    if (input !== path) return answer;
    return new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      void released.then(() => resolve(answer));
    });
  };
  return release;
}
