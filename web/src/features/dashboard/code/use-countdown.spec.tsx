import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { noteServerTime } from '../../../lib/server-clock.js';
import { useCountdown } from './use-countdown.js';

const now = Date.parse('2026-11-26T09:00:00Z');
const inSeconds = (seconds: number) => new Date(now + seconds * 1_000).toISOString();

beforeEach(() => void jest.useFakeTimers({ now }));
afterEach(() => {
  cleanup();
  noteServerTime(new Date(now).toUTCString());
  jest.useRealTimers();
});

const pass = (ms: number) =>
  act(() => {
    jest.advanceTimersByTime(ms);
  });

test('the countdown is updated twice a second, and ends at 0', () => {
  const { result, rerender } = renderHook(useCountdown, { initialProps: inSeconds(271) });
  const seen = [result.current];
  for (const ms of [499, 1, 500, 269_500, 500, 60_000]) {
    pass(ms);
    seen.push(result.current);
  }
  expect(seen).toEqual([271, 271, 270.5, 270, 0.5, 0, 0]);
  rerender(inSeconds(400));
  pass(500);
  expect(result.current).toBe(400 - 331.5);
});

test("the countdown uses the server's clock, which may differ", () => {
  noteServerTime(new Date(now + 60_000).toUTCString());
  expect(renderHook(useCountdown, { initialProps: inSeconds(271) }).result.current).toBe(211);
});
