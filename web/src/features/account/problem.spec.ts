import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { problemOf } from './problem.js';

const serverMessage = 'The present password is not right.';

test.each([
  [
    'a refusal shows its own message',
    new HttpFailure(422, 'password.wrong', serverMessage, serverMessage),
    { sentence: serverMessage },
  ],
  [
    'too many tries show when to try again',
    new HttpFailure(429, 'request.too-many', serverMessage, serverMessage),
    { sentence: serverMessage, advice: 'Wait a while, then try again.' },
  ],
  [
    'a failing service shows its own message, and asks to try again in a minute',
    new HttpFailure(500, undefined, serverMessage, serverMessage),
    { sentence: serverMessage, advice: 'Try again in a minute.' },
  ],
  [
    'an unavailable service asks to try again in a minute',
    new HttpFailure(503, undefined, 'Error: 503'),
    { sentence: 'That did not work.', advice: 'Try again in a minute.' },
  ],
  [
    'a lost connection asks to check the connection',
    new TypeError('Failed to fetch'),
    { sentence: 'That did not work.', advice: 'Check your connection.' },
  ],
])('%s', (_, error, problem) => {
  expect(problemOf(error)).toEqual(problem);
});
