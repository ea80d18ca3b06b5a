import { expect, test } from '@jest/globals';
import { plainSender } from './plain-sender.js';

test.each([
  ['anna@example.com', 'anna@example.com'],
  ['Anna <anna@example.com>', 'anna@example.com'],
  ['"Anna, B." <Anna.B+1@Example.com>', 'anna.b+1@example.com'],
  ['=?utf-8?q?J=C3=BCrgen?= <j@example.com>', 'j@example.com'],
  ['Jürgen <j@example.com>', 'j@example.com'],
  ['"anna@example.com" <eve@example.org>', 'eve@example.org'],
  ['"Anna \\"B\\"" <anna@example.com>', 'anna@example.com'],
  ['anna@e.example-1', 'anna@e.example-1'],
  ['anna@e', 'anna@e'],
])('From: %s is plain', (value, address) => {
  expect(plainSender([`From: ${value}`])).toBe(address);
});

test.each([
  '',
  'anna@example.com, eve@example.org',
  '<anna@example.com> <eve@example.org>',
  'anna@example.com <eve@example.org>',
  'Anna (anna@example.com) <eve@example.org>',
  'Friends: anna@example.com;',
  '<@relay.example.org:anna@example.com>',
  '"anna"@example.com',
  'Anna <anna@[127.0.0.1]>',
  'Anna <anna@example.com',
  '"Anna <anna@example.com>" eve@example.org',
  'Anna <anna@example.com>\u0000',
  'anna@exam\u200bple.com',
  'anna@example.com.',
  'anna@.example.com',
  'anna@-example.com',
  '@example.com',
  '"Anna" "B" <anna@example.com>',
  '"Anna\\" <anna@example.com>',
  'anna@example.com>',
  // Kelvin sign and long s: lower-casing would change them into other letters.
  '\u212Aim@example.com',
  'anna@ban\u212A.example',
  'Ros <ro\u017F@example.com>',
])('From: %j is not plain', (value) => {
  expect(plainSender([`From: ${value}`])).toBeUndefined();
});

test.each([
  ['the part before the @', (length: number) => `${'a'.repeat(length)}@example.com`, 64],
  ['its domain', (length: number) => `anna@${'e'.repeat(length)}`, 252],
  ['its field', (length: number) => `${'A'.repeat(length - 25)} <anna@example.com>`, 1_000],
])('%s may have its maximum length, and no more', (_what, value, most) => {
  expect(plainSender([`From: ${value(most)}`])).toBeDefined();
  expect(plainSender([`From: ${value(most + 1)}`])).toBeUndefined();
});

test.each(['From:anna@example.com', 'From:<anna@example.com>', 'FROM: \tanna@example.com '])(
  'the field %j is plain',
  (line) => {
    expect(plainSender([line])).toBe('anna@example.com');
  },
);

test('two From fields are not plain', () => {
  expect(plainSender(['From: anna@example.com', 'From: anna@example.com'])).toBeUndefined();
});

test('a From field of 200 KB is not plain', () => {
  expect(plainSender([`From: ${'"'.repeat(200_000)}`])).toBeUndefined();
});

test.each([
  ['spaces', `${' '.repeat(980)}x`],
  ['spaces around an address', `${' '.repeat(480)}<a@b.example>${' '.repeat(480)}x`],
])('a From field of %s and a letter is not plain', (_what, value) => {
  expect(plainSender([`From:${value}`])).toBeUndefined();
});
