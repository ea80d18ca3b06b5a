import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useNewVersion } from './use-new-version.js';

const realFetch = globalThis.fetch;
let served: string;
let requestCount: number;
let question: unknown[];
let status: number;

beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
  [requestCount, status] = [0, 200];
  globalThis.fetch = (address, init) => {
    requestCount += 1;
    question = [address, init];
    const text = `<head><script type="module" crossorigin src="/assets/${served}"></script></head>`;
    return Promise.resolve({ ok: status === 200, text: () => Promise.resolve(text) } as Response);
  };
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const comeBack = (afterMs: number) =>
  act(async () => {
    jest.setSystemTime(Date.now() + afterMs);
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
  });

test.each([
  ['index-1.js', false],
  ['index-2.js', true],
])(
  'a return to the tab after ten minutes sends one request; the served script %s is a new version: %j',
  async (script, isOld) => {
    served = script;
    const { result } = renderHook(() => useNewVersion());
    await comeBack(599_999);
    expect([result.current, requestCount]).toEqual([false, 0]);
    await comeBack(1);
    expect([result.current, requestCount]).toEqual([isOld, 1]);
    expect(question).toEqual(['/dashboard', { headers: { accept: 'text/html' } }]);
    await comeBack(1_000);
    expect(requestCount).toBe(1);
  },
);

const hidden = () => jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
test.each([
  ['a hidden tab', () => void hidden(), 0],
  ['a server that fails', () => (status = 503), 1],
  ['a page without a script', () => (globalThis.fetch = () => answerWithout()), 1],
  [
    'a lost connection',
    () => (globalThis.fetch = () => Promise.reject(new TypeError(`${++requestCount}`))),
    1,
  ],
])('%s does not count as a new version', async (_, begin, times) => {
  served = 'index-2.js';
  jest.spyOn(console, 'info').mockReturnValue();
  begin();
  const { result } = renderHook(() => useNewVersion());
  await comeBack(600_000);
  expect([result.current, requestCount]).toEqual([false, times]);
});

function answerWithout(): Promise<Response> {
  requestCount += 1;
  return Promise.resolve({ ok: true, text: () => Promise.resolve('<p>Sixpence</p>') } as Response);
}
