import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { noteServerTime, serverNow } from './server-clock.js';

const now = Date.parse('2026-11-26T09:00:00Z');
const asHeader = (ms: number) => new Date(ms).toUTCString();

beforeEach(() => {
  jest.useFakeTimers({ now });
});
afterEach(() => {
  noteServerTime(asHeader(Date.now()));
  jest.useRealTimers();
});

test.each([
  ['a minute slow', 60_000],
  ['a minute fast', -60_000],
  ['two seconds slow', 2_000],
  ['two seconds fast', -2_000],
])("with a browser's clock that is %s, serverNow is the server's time", (_, difference) => {
  noteServerTime(asHeader(now + difference));
  expect(serverNow()).toBe(now + difference);
});

test.each([1_000, -1_000])("a difference of %i ms is the header's rounding, and counts as none", (ms) => {
  noteServerTime(asHeader(now + 60_000));
  noteServerTime(asHeader(now + ms));
  expect(serverNow()).toBe(now);
});

test.each([null, 'yesterday'])('an answer with the date %j keeps the known difference', (header) => {
  noteServerTime(asHeader(now + 60_000));
  noteServerTime(header);
  expect(serverNow()).toBe(now + 60_000);
});
