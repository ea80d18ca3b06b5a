import { describe, expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { addressMessage, codeMessage } from './reset-message.js';

const failure = (status: number, said?: string) =>
  new HttpFailure(status, undefined, said ?? `Error: ${status}`, said);

const generic = 'An error occurred. Please try again later.';

describe('the first step', () => {
  test('an unknown address leads to the sign-up page [row 419]', () => {
    expect(addressMessage(failure(403))).toMatchObject({ sentence: 'New user', newUser: true });
  });

  test.each([204, 400, 429, 500])('status %i has the general sentence [row 420]', (status) => {
    expect(addressMessage(failure(status, 'words of the server'))).toMatchObject({ sentence: generic });
  });

  test('a lost connection has the general sentence, with advice', () => {
    expect(addressMessage(new TypeError('Failed to fetch'))).toEqual({
      sentence: generic,
      advice: 'Check your connection and try again.',
    });
  });
});

describe('the second step', () => {
  test.each([
    [400, 'A password needs more.', 'A password needs more.', 421],
    [400, undefined, 'Invalid confirmation code.', 421],
    [429, 'wait', 'Too many attempts. Please wait a few minutes and try again.', 422],
    [500, 'Reference 12', 'Reference 12', 423],
    [500, undefined, generic, 423],
    [204, undefined, generic, 423],
  ])('status %i with the message %j says "%s" [row %i]', (status, said, sentence, _row) => {
    expect(codeMessage(failure(status, said))).toMatchObject({ sentence });
  });

  test('a lost connection has the general sentence', () => {
    expect(codeMessage(new TypeError('Failed to fetch'))).toMatchObject({ sentence: generic });
  });
});
