import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useNewVersion } from './use-new-version.js';

const realFetch = globalThis.fetch;
let served: string;
let asked: number;

beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML = '<script type="module" crossorigin src="/assets/index-1.js"></script>';
  asked = 0;
  globalThis.fetch = () => {
    asked += 1;
    const text = `<head><script type="module" crossorigin src="/assets/${served}"></script></head>`;
    return Promise.resolve({ ok: true, text: () => Promise.resolve(text) } as Response);
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
  'a return after ten minutes asks once for the served script; %s is a new version: %j',
  async (script, isOld) => {
    served = script;
    const { result } = renderHook(() => useNewVersion());
    await comeBack(599_999);
    expect([result.current, asked]).toEqual([false, 0]);
    await comeBack(1);
    expect([result.current, asked]).toEqual([isOld, 1]);
    await comeBack(1_000);
    expect(asked).toBe(1);
  },
);
