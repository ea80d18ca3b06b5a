import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LineEndings } from './line-endings.js';

function areClean(...pieces: string[]): boolean {
  const endings = new LineEndings();
  for (const piece of pieces) endings.add(Buffer.from(piece, 'latin1'));
  return endings.areClean;
}

describe('line endings', () => {
  test.each(['', 'a', 'a\r\n', 'a\r\n\r\nb\r\n'])('of %j are clean', (text) => {
    expect(areClean(text)).toBe(true);
  });

  test.each(['a\nb', 'a\rb', '\n', '\r', 'a\r\r\n', 'a\n.\r\n', 'a\r\n.\n', 'a\r.\r', 'a\n\r\n'])(
    'of %j are not clean',
    (text) => {
      expect(areClean(text)).toBe(false);
    },
  );

  test.each([
    ['', 0],
    ['ab', 2],
    ['a\r\nbcd\r\ne', 4],
    ['a\r\nb\r\ncdef', 4],
  ])('measure the longest line of %j', (text, bytes) => {
    const whole = new LineEndings();
    whole.add(Buffer.from(text));
    const inPieces = new LineEndings();
    for (const letter of text) inPieces.add(Buffer.from(letter));
    expect([whole.longestLine, inPieces.longestLine]).toEqual([bytes, bytes]);
  });

  test('have the same result however the bytes are split', () => {
    const text = fc.string({ unit: fc.constantFrom('\r', '\n', '.', 'a'), maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(12), (whole, cut) => {
        const clean = !/\r(?!\n)|(?<!\r)\n/.test(whole);
        expect(areClean(whole)).toBe(clean);
        expect(areClean(whole.slice(0, cut), whole.slice(cut))).toBe(clean);
        expect(areClean(...whole.split(''))).toBe(clean);
      }),
      { numRuns: 2_000 },
    );
  });
});
