import { expect, test } from '@jest/globals';
import { knownWord, ordinal, ordinalInAddress, plainText, tally } from './values.js';

test('a text that is too long is refused before its pattern is matched', () => {
  const { error } = plainText(3).regex(/^a+$/).safeParse('b\0bb');
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  expect(plainText(3).safeParse('äöü').success).toBe(true);
});

test.each(['\0', '\u001b', '\r', '\n', '\t', '\u007f', '\u0085', '\u009b'])(
  'a line of text has no control character: %j',
  (character) => {
    expect(plainText(10).safeParse(`a${character}b`).success).toBe(false);
  },
);

test('a number must fit its database column', () => {
  const most = 2 ** 31 - 1;
  for (const schema of [tally, ordinal]) {
    expect(schema.safeParse(most).success).toBe(true);
    for (const bad of [most + 1, -1, 0.5, Infinity, '1']) expect(schema.safeParse(bad).success).toBe(false);
  }
  expect([tally.safeParse(0).success, ordinal.safeParse(0).success]).toEqual([true, false]);
  expect(ordinalInAddress.parse(String(most))).toBe(most);
  for (const bad of [String(most + 1), '99999999999', '0', '01', '1.5', '-1', '1e3', ' 1']) {
    expect(ordinalInAddress.safeParse(bad).success).toBe(false);
  }
});

test('an unknown word of a newer peer is read as the given default, and a sentence is refused', () => {
  const word = knownWord(['held', 'printing'], 'held');
  expect(['printing', 'new-state2', 'a'.repeat(50)].map((text) => word.parse(text))).toEqual([
    'printing',
    'held',
    'held',
  ]);
  for (const bad of ['a'.repeat(51), '', 'Held', '2held', 'two words', '-a', 7])
    expect(word.safeParse(bad).success).toBe(false);
});
