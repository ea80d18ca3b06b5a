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
