import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Watchdog } from './watchdog.js';

const limits = { quietMs: 1_000, limitMs: 5_000 };
let watchdog: Watchdog;
const onGiveUp = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  watchdog.stop();
  onGiveUp.mockReset();
  jest.useRealTimers();
});

function watch(isExcused: () => Promise<boolean>): void {
  watchdog = new Watchdog(limits, isExcused, onGiveUp);
}

test('an upload with progress continues, and nothing asks whether a stall is allowed', async () => {
  const isExcused = jest.fn(() => Promise.resolve(false));
  watch(isExcused);
  for (let step = 0; step < 10; step += 1) {
    await jest.advanceTimersByTimeAsync(900);
    watchdog.progress();
  }
  expect(isExcused).not.toHaveBeenCalled();
  expect(onGiveUp).not.toHaveBeenCalled();
});

test('a stalled upload without an excuse is given up at the first check', async () => {
  watch(() => Promise.resolve(false));
  await jest.advanceTimersByTimeAsync(limits.quietMs);
  expect(onGiveUp).toHaveBeenCalledTimes(1);
});

test('a stalled upload with an excuse continues, but not beyond its limit', async () => {
  watch(() => Promise.resolve(true));
  await jest.advanceTimersByTimeAsync(limits.limitMs - 1);
  expect(onGiveUp).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(onGiveUp).toHaveBeenCalledTimes(1);
});

test('when asking for the excuse fails, the upload is given up with that error', async () => {
  const reason = new Error('no answer');
  watch(() => Promise.reject(reason));
  await jest.advanceTimersByTimeAsync(limits.quietMs);
  expect(onGiveUp.mock.calls).toEqual([[reason]]);
});

test('a watchdog that is stopped while it waits for an excuse does not give the upload up', async () => {
  let answer: (isExcused: boolean) => void = () => undefined;
  watch(() => new Promise((resolve) => (answer = resolve)));
  await jest.advanceTimersByTimeAsync(limits.quietMs);
  watchdog.stop();
  answer(false);
  await jest.advanceTimersByTimeAsync(limits.limitMs);
  expect(onGiveUp).not.toHaveBeenCalled();
});
