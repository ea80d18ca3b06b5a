import { expect, test } from '@jest/globals';
import { digitsOf, isComplete } from './typed.js';

test.each([
  ['12ab34567', '123456'],
  ['123 456', '123456'],
  ['12-34', '1234'],
  ['', ''],
  ['１２３', ''],
])('the typed text "%s" becomes the code "%s" [row 330]', (text, digits) => {
  expect(digitsOf(text)).toBe(digits);
});

const whole = { code: '123456', password: 'Sixpence1', confirmation: 'Sixpence1' };

test.each([
  ['everything is there', true, {}],
  ['a digit of the code is missing', false, { code: '12345' }],
  ['the passwords differ', false, { confirmation: 'Sixpence2' }],
  ['the password is weak', false, { password: 'sixpence', confirmation: 'sixpence' }],
])('when %s, the form is complete: %j', (_, expected, change) => {
  expect(isComplete({ ...whole, ...change })).toBe(expected);
});
