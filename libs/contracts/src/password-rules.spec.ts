import { expect, test } from '@jest/globals';
import { isGoodPassword, passwordRules } from './password-rules.js';

test.each([
  ['Sixpenc1', []],
  ['Straße12', []],
  ['Ékédlm3é', []],
  ['Sixpen1', ['At least 8 characters']],
  ['Sixpence', ['At least 1 digit']],
  ['sixpence1', ['At least 1 uppercase letter']],
  ['SIXPENCE1', ['At least 1 lowercase letter']],
  ['', passwordRules.map(({ line }) => line)],
])('the password "%s" lacks %j', (password, lacking) => {
  expect(passwordRules.filter(({ holds }) => !holds(password)).map(({ line }) => line)).toEqual(lacking);
  expect(isGoodPassword(password)).toBe(lacking.length === 0);
});
