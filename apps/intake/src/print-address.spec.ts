import { expect, test } from '@jest/globals';
import { isPrintAddress } from './print-address.js';

test.each([
  ['print@print.example.com', true],
  ['PRINT@Print.Example.COM', true],
  ['print+mono@print.example.com', true],
  ['print+@print.example.com', true],
  ['print+mono+2sided@print.example.com', true],
  ['printer@print.example.com', false],
  ['reprint@print.example.com', false],
  ['print@example.com', false],
  ['print+mono@example.com', false],
  ['print@other@print.example.com', false],
  ['mono+print@print.example.com', false],
  ['print', false],
  ['', false],
])('mail to %j is taken: %j', (recipient, expected) => {
  expect(isPrintAddress(recipient, 'Print@print.Example.com')).toBe(expected);
});
