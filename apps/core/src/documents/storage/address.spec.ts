import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plainMediaType, readAddress, signAddress, type Address } from './address.js';

const key = randomBytes(32);
const address: Address = {
  scope: 'original',
  documentId: randomUUID(),
  revision: 1,
  mediaType: 'application/pdf',
  byteLength: 12,
  expiresAt: 1_800_000_000,
};

test('an address is read back unchanged, only with the same key', () => {
  const token = signAddress(key, address);
  expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(readAddress(key, token)).toEqual(address);
  expect(readAddress(randomBytes(32), token)).toBeUndefined();
  expect([`${token}.`, `${token}.x`, token.split('.')[0]!].map((bad) => readAddress(key, bad))).toEqual(
    Array(3).fill(undefined),
  );
});

test('an address with any character changed is invalid', () => {
  const token = signAddress(key, address);
  // The last character has bits that base64url does not use, so another character can mean the same bytes.
  fc.assert(
    fc.property(
      fc.nat({ max: token.length - 2 }),
      fc.constantFrom('A', 'b', '0', '.', '-'),
      (at, character) => {
        fc.pre(token[at] !== character);
        expect(readAddress(key, token.slice(0, at) + character + token.slice(at + 1))).toBeUndefined();
      },
    ),
  );
});

test.each([
  [undefined, 'application/octet-stream'],
  ['', 'application/octet-stream'],
  ['Image/PNG', 'image/png'],
  ['application/pdf; charset=binary', 'application/pdf'],
  [' application/pdf ;a=b;c=d', 'application/pdf'],
  ['; charset=binary', 'application/octet-stream'],
])('the media type of %j is %s', (header, type) => {
  expect(plainMediaType(header)).toBe(type);
});
