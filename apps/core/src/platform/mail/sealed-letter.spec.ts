import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openLetter, sealLetter } from './sealed-letter.js';

const key = randomBytes(32);
const id = randomUUID();
const letter = { to: 'anna@example.com', subject: 'Your code', text: 'It is 123456 · €' };

test('a letter is opened unchanged, and its sealed form shows nothing of it', () => {
  const sealed = sealLetter(key, id, letter);
  expect(openLetter(key, id, sealed)).toEqual(letter);
  for (const word of ['anna', 'code', '123456']) expect(sealed.includes(word)).toBe(false);
});

test('a letter does not open with another key, for another id, or after a change', () => {
  const sealed = sealLetter(key, id, letter);
  expect(() => openLetter(randomBytes(32), id, sealed)).toThrow();
  expect(() => openLetter(key, randomUUID(), sealed)).toThrow();
  for (const at of [0, 20, sealed.length - 1]) {
    const other = Buffer.from(sealed);
    other[at]! ^= 1;
    expect(() => openLetter(key, id, other)).toThrow();
  }
});
