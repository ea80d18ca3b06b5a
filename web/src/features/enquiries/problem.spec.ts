import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { problemIn, problemOf } from './problem.js';

const required = { firstName: 'First name', email: 'E-mail' };

test.each([
  [{ firstName: '', email: '' }, 'All fields are required.', ['firstName', 'email']],
  [{ firstName: ' \t', email: 'nothing' }, 'All fields are required.', ['firstName']],
  [{ firstName: 'Anna', email: '' }, 'All fields are required.', ['email']],
  [{ firstName: 'Anna', email: 'anna@example' }, 'Invalid email format.', ['email']],
  [{ firstName: 'Anna', email: 'anna@example.c' }, 'Invalid email format.', ['email']],
])('the form %j gets the message: %s', (typed, sentence, fields) => {
  expect(problemIn(typed, required)).toMatchObject({ sentence, fields });
});

test('the labels of all missing fields are named, in their order', () => {
  expect(problemIn({ firstName: ' ', email: '' }, required)?.advice).toBe('Still empty: First name, E-mail.');
});

test('a complete form has no problem', () => {
  expect(problemIn({ firstName: 'Anna', email: ' anna@example.com ' }, required)).toBeUndefined();
});

test.each([
  [new HttpFailure(500, undefined, ''), 'What you wrote is still here.'],
  [new HttpFailure(429, 'request.too-many', ''), expect.stringContaining('send it in an hour')],
  [new TypeError('x'), 'What you wrote is still here.'],
])('the failure %s has the sentence of all failures', (error, advice) => {
  const sentence = 'An error occurred. Please try again later.';
  expect(problemOf(error)).toEqual({ sentence, advice, fields: [] });
});
