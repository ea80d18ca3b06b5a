import { expect, test } from '@jest/globals';
import { printLimits } from './limits.js';
import { Patience } from './patience.js';

test('a busy printer is retried after 0.25 s to 5 s, for 60 s in all', () => {
  const patience = new Patience(printLimits);
  const waits: number[] = [];
  let at = 1_000_000;
  for (;;) {
    const wait = patience.nextWait('busy', at);
    if (wait === undefined) break;
    waits.push(wait);
    at += wait;
  }
  expect(waits.slice(0, 7)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(at - 1_000_000).toBeGreaterThanOrEqual(60_000);
  expect(at - 1_000_000).toBeLessThan(66_000);
});

test('a busy printer is given up after 60 s, not before', () => {
  const patience = new Patience(printLimits);
  patience.nextWait('busy', 0);
  expect(patience.nextWait('busy', 59_999)).toBeDefined();
  expect(patience.nextWait('busy', 60_000)).toBeUndefined();
});

test('an unreachable printer is retried after 1, 2, 5, and 10 s', () => {
  const patience = new Patience(printLimits);
  const waits = Array.from({ length: 5 }, () => patience.nextWait('no-answer', 0));
  expect(waits).toEqual([1_000, 2_000, 5_000, 10_000, undefined]);
});

test('waiting for core does not use up the retries of the printer', () => {
  const patience = new Patience(printLimits);
  expect(patience.nextWait('document', 0)).toBe(500);
  expect(patience.nextWait('document', 119_999)).toBe(500);
  expect(patience.nextWait('document', 120_000)).toBeUndefined();
  expect(patience.nextWait('no-answer', 120_000)).toBe(1_000);
});
