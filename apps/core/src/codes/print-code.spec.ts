import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashPrintCode, nearKeys, nearKeysOfACode } from './print-code.js';

const secret = Buffer.alloc(32, 1);
const digit = fc.integer({ min: 0, max: 9 }).map(String);
const code = fc.array(digit, { minLength: 6, maxLength: 6 }).map((digits) => digits.join(''));

/** Whether two codes share a key at the same index. */
function shareKey(one: string, other: string): boolean {
  const otherKeys = nearKeys(other, secret);
  return nearKeys(one, secret).some((key, index) => key === otherKeys[index]);
}

const differing = (one: string, other: string) =>
  one.split('').filter((each, at) => each !== other[at]).length;

function swapped(of: string, at: number): string {
  return of.slice(0, at) + of[at + 1]! + of[at]! + of.slice(at + 2);
}

describe('a print code', () => {
  test('is stored as a hash that depends on the secret', () => {
    const one = hashPrintCode('123456', secret);
    expect(hashPrintCode('123456', secret)).toEqual(one);
    expect(hashPrintCode('123456', Buffer.alloc(32, 2))).not.toEqual(one);
  });
});

describe('the near keys of an active code', () => {
  test('are eight 64-bit integers that depend on the secret', () => {
    const keys = nearKeys('123456', secret);
    expect([new Set(keys).size, nearKeysOfACode]).toEqual([8, 8]);
    for (const key of keys) expect(BigInt.asIntN(64, BigInt(key)).toString()).toBe(key);
    const others = nearKeys('123456', Buffer.alloc(32, 2));
    expect(keys.filter((key) => others.includes(key))).toEqual([]);
  });

  test('include one key of every code that differs in one digit', () => {
    fc.assert(
      fc.property(code, fc.nat(5), digit, (one, at, typed) => {
        expect(shareKey(one, one.slice(0, at) + typed + one.slice(at + 1))).toBe(true);
      }),
    );
  });

  test('include one key of every code with two neighbouring digits swapped', () => {
    fc.assert(
      fc.property(code, fc.nat(4), (one, at) => {
        expect(shareKey(one, swapped(one, at))).toBe(true);
      }),
    );
  });

  test('include no key of a code that differs in two digits, unless neighbours are swapped', () => {
    const sorted = (of: string) => of.split('').sort().join('');
    fc.assert(
      fc.property(code, code, (one, other) => {
        fc.pre(differing(one, other) >= 2 && sorted(one) !== sorted(other));
        expect(shareKey(one, other)).toBe(false);
      }),
    );
    expect(shareKey('123456', '321456')).toBe(false);
    expect(shareKey('123456', '143256')).toBe(false);
    expect(shareKey('123456', '234561')).toBe(false);
  });

  test('block 64 other codes: 59 one slip away and five by several swaps', () => {
    const all = Array.from({ length: 1_000_000 }, (_, number) => number.toString().padStart(6, '0'));
    // Only codes with the same digits, or with one other digit, can share a key, so only these are hashed.
    const digits = '123456'.split('');
    const candidates = all.filter(
      (other) => differing('123456', other) <= 1 || digits.every((each) => other.includes(each)),
    );
    expect(candidates.filter((other) => shareKey('123456', other))).toHaveLength(65);
  });
});
