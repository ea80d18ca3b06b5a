import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashPrintCode, neighbours } from './print-code.js';

const code = fc.integer({ min: 0, max: 999_999 }).map((number) => number.toString().padStart(6, '0'));

describe('a print code', () => {
  test('is stored as a hash that needs the key', () => {
    const one = hashPrintCode('123456', Buffer.alloc(32, 1));
    expect(hashPrintCode('123456', Buffer.alloc(32, 1))).toEqual(one);
    expect(hashPrintCode('123456', Buffer.alloc(32, 2))).not.toEqual(one);
  });
});

describe('the neighbours of a code', () => {
  test('are 59 when its digits differ from one to the next', () => {
    expect(neighbours('123456')).toHaveLength(59);
    expect(neighbours('112233')).toHaveLength(56);
  });

  test('are what one slip can make of it, and never itself', () => {
    const near = neighbours('123456');
    expect(near).toEqual(expect.arrayContaining(['023456', '123457', '213456', '123465']));
    expect(near).not.toContain('123456');
    expect(near).not.toContain('321456');
  });

  test('have it as a neighbour themselves', () => {
    fc.assert(
      fc.property(code, fc.nat(58), (one, pick) => {
        const near = neighbours(one);
        const other = near[pick % near.length]!;
        expect(neighbours(other)).toContain(one);
      }),
    );
  });
});
