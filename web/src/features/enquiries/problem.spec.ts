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

test('a complete form has no problem', () => {
  expect(problemIn({ firstName: 'Anna', email: ' anna@example.com ' }, required)).toBeUndefined();
});

test.each([
  new HttpFailure(500, undefined, ''),
  new HttpFailure(429, 'request.too-many', ''),
  new TypeError('x'),
])('any failure has the same sentence: %s', (error) => {
  expect(problemOf(error).sentence).toBe('An error occurred. Please try again later.');
});
