import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { problemOf } from './problem.js';

const said = 'The present password is not right.';

test.each([
  [
    'a refusal is said in its own words',
    new HttpFailure(422, 'password.wrong', said, said),
    { sentence: said },
  ],
  [
    'too many tries say when to go on',
    new HttpFailure(429, 'request.too-many', said, said),
    { sentence: said, advice: 'Wait a while, then try again.' },
  ],
  [
    'a part of the service that is away is waited for',
    new HttpFailure(503, undefined, 'Error: 503'),
    { sentence: 'That did not work.', advice: 'Try again in a minute.' },
  ],
  [
    'without a connection that is what to look at',
    new TypeError('Failed to fetch'),
    { sentence: 'That did not work.', advice: 'Check your connection.' },
  ],
])('%s', (_, error, problem) => {
  expect(problemOf(error)).toEqual(problem);
});
