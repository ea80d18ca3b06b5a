import { createRequire } from 'node:module';

const requireOf = createRequire(import.meta.url);
const { ModuleMocker } = requireOf('jest-mock');
const { ModernFakeTimers } = requireOf('@jest/fake-timers');

/** Jest's own functions, as they are for the file of tests that runs now: helpers that stay loaded see these, too. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test;

export function setGlobals(given) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = given);
}

const mocks = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
const timed = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
];
/** The clock as Node made it, by the names under which fake timers stand in for it. */
const clock = Object.fromEntries(
  [...timed, 'queueMicrotask', 'Date'].map((name) => [name, globalThis[name]]),
);

/** As much of Jest's `jest` as can be had in the process itself: modules are not replaced. */
export const jest = {
  fn: (...args) => mocks.fn(...args),
  spyOn: (...args) => mocks.spyOn(...args),
  restoreAllMocks: () => mocks.restoreAllMocks(),
  setTimeout: (ms) => void (globalThis[timeout] = ms),
  useFakeTimers: (config) => timers.useFakeTimers(config),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  advanceTimersToNextTimerAsync: (steps) => timers.advanceTimersToNextTimerAsync(steps),
};

/** What a file of tests has changed for all is as it was. */
export function resetGlobals() {
  timers.useRealTimers();
  mocks.restoreAllMocks();
  // A spy on a fake timer puts that one back.
  Object.assign(globalThis, clock);
  delete globalThis[timeout];
}
