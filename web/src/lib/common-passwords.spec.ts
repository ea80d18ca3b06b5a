import { expect, test } from '@jest/globals';
import { isCommonPassword } from './common-passwords.js';

test.each([
  ...[
    'Password1',
    'Passw0rd',
    'P@ssw0rd123',
    'Welcome2026!',
    'Qwerty123',
    'Abcd1234',
    'Aa123456',
    'Liverpool1',
  ],
  ...['Summer2026', '123Dragon', 'Sixpence1', 'Iloveyou2', 'Letmein!1', 'ADMIN123'],
  // One word for each sign that stands for a letter.
  ...['Dr4gon99', 'B4tm@n7!', 'L3tm3in8', 'W1ndows7', 'M!cha3l2', 'G00gle12', 'Pas$word', 'Pa55word'],
])('%s is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  '',
  '12345678',
  'Correct4horse battery',
  'Vantage7quilt',
  'Passwordless9lantern',
  'Tq7vLp2x',
  'ßÄÖ12345',
])('%j is no common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
