import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { loginMessage } from './login-message.js';

const failure = (status: number) => new HttpFailure(status, undefined, '');

test('a wrong password and an unknown address are told apart by status', () => {
  expect(loginMessage(failure(401))).toEqual({ kind: 'authentication-failed' });
  expect(loginMessage(failure(403))).toEqual({ kind: 'new-user' });
});

test('a locked account reads like a wrong password, with advice beside it [row 409]', () => {
  expect(loginMessage(new HttpFailure(401, 'account.locked', ''))).toEqual({
    kind: 'authentication-failed',
    advice: 'This account is locked. Please contact us.',
  });
});

test.each([400, 404, 429, 500, 503])('status %i is named [row 411]', (status) => {
  expect(loginMessage(failure(status))).toMatchObject({ kind: 'other', sentence: `Error: ${status}` });
});

test('too many tries name the mailed code as the way in', () => {
  expect(loginMessage(failure(429))).toEqual({
    kind: 'other',
    sentence: 'Error: 429',
    advice: 'Too many tries. Reset your password with a mailed code, or wait a few minutes.',
  });
});

test('a success other than 200 is unexpected [row 413]', () => {
  expect(loginMessage(failure(204))).toMatchObject({ sentence: 'An unexpected error occurred' });
});

test('a lost connection is told in its own words, with what to do [row 412]', () => {
  expect(loginMessage(new TypeError('Failed to fetch'))).toEqual({
    kind: 'other',
    sentence: 'Failed to fetch',
    advice: 'Check your connection and try again.',
  });
});
