import { createRequire } from 'node:module';

const requireOf = createRequire(import.meta.url);
const { ModuleMocker } = requireOf('jest-mock');
const { ModernFakeTimers } = requireOf('@jest/fake-timers');

/** Jest's own functions for the current test file. Helpers that stay loaded see these too. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test;

export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globals);
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
/** Node's own clock functions, by the names that fake timers replace. */
const clock = Object.fromEntries(
  [...timed, 'queueMicrotask', 'Date'].map((name) => [name, globalThis[name]]),
);

/** The part of `jest` that works in the process itself. Modules cannot be mocked. */
export const jest = {
  fn: (...args) => mocks.fn(...args),
  spyOn: (...args) => mocks.spyOn(...args),
  restoreAllMocks: () => mocks.restoreAllMocks(),
  setTimeout: (ms) => void (globalThis[timeout] = ms),
  useFakeTimers: (config) => timers.useFakeTimers(config),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
  advanceTimersToNextTimerAsync: (steps) => timers.advanceTimersToNextTimerAsync(steps),
};

/** Resets the global changes of a test file. */
export function resetGlobals() {
  timers.useRealTimers();
  mocks.restoreAllMocks();
  // Restoring a spy on a fake timer brings the fake back, so the real clock is set last.
  Object.assign(globalThis, clock);
  delete globalThis[timeout];
}
