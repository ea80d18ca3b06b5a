import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emailPattern } from '../email-address.js';
import { emailSchema } from './accounts.js';
import { addressOf } from './call.js';
import { allCalls, calls } from './calls.js';

describe.each(allCalls)('$name', (call) => {
  test('has a valid example if it has a request', () => {
    expect(call.example !== undefined).toBe(call.request !== undefined);
    if (call.request) expect(call.request.safeParse(call.example).error).toBeUndefined();
  });

  test('has a budget per user or network where its proof requires one', () => {
    expect(call.budget?.person !== undefined || call.proof !== 'session').toBe(true);
    expect(call.budget?.network !== undefined || call.proof !== 'invite').toBe(true);
  });
});

test('no two calls share a method and a path', () => {
  const addresses = allCalls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('an address has its parameters in the path, and in the query of a GET', () => {
  expect(addressOf(calls.fetchFileMetadata, { uid: 'a b' })).toBe('/fetch-file-metadata?uid=a+b');
  expect(addressOf(calls.jobDocument, { id: 'a/b', token: 't' })).toBe('/agent/jobs/a%2Fb/document?token=t');
  expect(addressOf(calls.sendFile, { token: 'a.b', other: 1 })).toBe('/storage/a.b');
});

/** Processor time, in µs; a pattern that backtracks needs much more. */
const atOnce = 100_000;

test('an e-mail address of 200 KB is refused at once', () => {
  const begun = process.cpuUsage();
  expect(emailSchema.safeParse(`a@${'.'.repeat(200_000)} `).success).toBe(false);
  expect(process.cpuUsage(begun).user).toBeLessThan(atOnce);
});

test('the e-mail pattern reads a text once', () => {
  const begun = process.cpuUsage();
  expect(emailPattern.test(`a@${'.'.repeat(200_000)} `)).toBe(false);
  expect(process.cpuUsage(begun).user).toBeLessThan(atOnce);
});

test('the e-mail pattern accepts the same texts as the usual one', () => {
  const asWritten = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
  const text = fc.string({ unit: fc.constantFrom('a', '.', '@', ' ', 'b'), maxLength: 12 });
  fc.assert(
    fc.property(text, (email) => emailPattern.test(email) === asWritten.test(email)),
    { numRuns: 5_000 },
  );
});
