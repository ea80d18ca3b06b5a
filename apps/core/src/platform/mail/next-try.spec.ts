import { expect, test } from '@jest/globals';
import { isAddressRefused, isRefusedForGood, pauseSeconds } from './next-try.js';

test('pauses grow to an hour, and are an hour from then on', () => {
  expect([1, 2, 3, 4, 5, 6, 30].map(pauseSeconds)).toEqual([5, 15, 60, 300, 900, 3_600, 3_600]);
});

const permanent = { code: 'EENVELOPE', responseCode: 550 };

test.each([
  [{ ...permanent, command: 'RCPT TO' }, true],
  [{ ...permanent, command: 'DATA' }, true],
  [{ ...permanent, responseCode: 500, command: 'RCPT TO' }, true],
  [{ ...permanent, responseCode: 499, command: 'RCPT TO' }, false],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, true],
  [{ ...permanent, command: 'MAIL FROM' }, false],
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, false],
  [{ code: 'EENVELOPE', command: 'RCPT TO' }, false],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, false],
  [{ code: 'ECONNECTION', command: 'CONN' }, false],
])('%j is a permanent refusal: %j', (facts, expected) => {
  expect(isRefusedForGood(Object.assign(new Error('no'), facts))).toBe(expected);
});

test.each([
  [{ ...permanent, command: 'RCPT TO' }, true],
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, false],
  [{ ...permanent, command: 'MAIL FROM' }, false],
  [{ ...permanent, command: 'DATA' }, false],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, false],
])('%j is a refusal of the address: %j', (facts, expected) => {
  expect(isAddressRefused(Object.assign(new Error('no'), facts))).toBe(expected);
});
