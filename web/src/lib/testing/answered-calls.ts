/** What a call is answered. */
interface Answer {
  status: number;
  body?: unknown;
}

/** Calls that a test answers in place of core; `answers` may be changed on the way. */
export interface AnsweredCalls {
  /** By path, with its query. */
  answers: Record<string, Answer>;
  /** What was sent, in order; undefined where a call has no body. */
  sent: [path: string, body: unknown][];
}

/** From here on `fetch` is answered so; what is not named is answered 404. */
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
