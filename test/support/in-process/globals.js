import { createRequire } from 'node:module';

const requireOf = createRequire(import.meta.url);
const { ModuleMocker } = requireOf('jest-mock');
const { ModernFakeTimers } = requireOf('@jest/fake-timers');

/** Jest's own functions for the file of tests that runs now; helpers that stay loaded call them too. */
let given = {};

export function setGlobals(globals) {
  given = globals;
}

function ofThisFile(name) {
  return new Proxy(() => undefined, {
    apply: (_target, self, args) => Reflect.apply(given[name], self, args),
    get: (_target, key) => given[name][key],
  });
}

export const afterAll = ofThisFile('afterAll');
export const afterEach = ofThisFile('afterEach');
export const beforeAll = ofThisFile('beforeAll');
export const beforeEach = ofThisFile('beforeEach');
export const describe = ofThisFile('describe');
export const expect = ofThisFile('expect');
export const it = ofThisFile('it');
export const test = ofThisFile('test');

const mocks = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

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
  delete globalThis[timeout];
}
