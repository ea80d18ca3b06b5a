import { expect, test } from '@jest/globals';
import { isEmailAddress } from './email-address.js';

test.each(['anna@example.com', 'Anna.B+shop@mail.example.com', 'änna@exämple.com', '"anna"@example.com'])(
  '%s is an address',
  (text) => {
    expect(isEmailAddress(text)).toBe(true);
  },
);

test.each([
  ['an opening bracket', '<anna@example.com'],
  ['a closing bracket', 'anna@example.com>'],
  ['a control character', 'anna\u0000@example.com'],
  ['a soft hyphen', 'an\u00adna@example.com'],
  ['a character that reverses the writing direction', 'anna@exa\u202emple.com'],
  ['a character without width', 'anna\u200d@example.com'],
])('an address with %s is invalid', (_, text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test('an address may be 254 characters long', () => {
  expect(isEmailAddress(`${'a'.repeat(249)}@b.co`)).toBe(true);
  expect(isEmailAddress(`${'a'.repeat(250)}@b.co`)).toBe(false);
});
