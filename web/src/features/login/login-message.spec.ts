import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { loginMessage } from './login-message.js';

const failure = (status: number) => new HttpFailure(status, undefined, '');

test('a wrong password and an unknown address have different messages', () => {
  expect(loginMessage(failure(401))).toEqual({ kind: 'authentication-failed' });
  expect(loginMessage(failure(403))).toEqual({ kind: 'new-user' });
});

test('a locked account has the message of a wrong password, with advice [row 409]', () => {
  expect(loginMessage(new HttpFailure(401, 'account.locked', ''))).toEqual({
    kind: 'authentication-failed',
    advice: 'This account is locked. Please contact us.',
  });
});

test.each([400, 404, 429, 500, 503])('status %i is shown by its number [row 411]', (status) => {
  expect(loginMessage(failure(status))).toMatchObject({ kind: 'other', sentence: `Error: ${status}` });
});

test('the advice after too many tries is a mailed code', () => {
  expect(loginMessage(failure(429))).toEqual({
    kind: 'other',
    sentence: 'Error: 429',
    advice: 'Too many tries. Reset your password with a mailed code, or wait a few minutes.',
  });
});

test.each([
  [499, undefined],
  [500, 'The service cannot sign you in just now. Try again in a minute.'],
  [503, 'The service cannot sign you in just now. Try again in a minute.'],
])('status %i has the advice %j', (status, advice) => {
  expect(loginMessage(failure(status))).toEqual({
    kind: 'other',
    sentence: `Error: ${status}`,
    ...(advice === undefined ? {} : { advice }),
  });
});

test('a status from 300 on is no success', () => {
  expect(loginMessage(failure(299))).toMatchObject({ sentence: 'An unexpected error occurred' });
  expect(loginMessage(failure(300))).toMatchObject({ sentence: 'Error: 300' });
});

test('a success other than 200 is shown as unexpected [row 413]', () => {
  expect(loginMessage(failure(204))).toMatchObject({ sentence: 'An unexpected error occurred' });
});

test('a lost connection has its own message, with advice [row 412]', () => {
  expect(loginMessage(new TypeError('Failed to fetch'))).toEqual({
    kind: 'other',
    sentence: 'Failed to fetch',
    advice: 'Check your connection and try again.',
  });
});
