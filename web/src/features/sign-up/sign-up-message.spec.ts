import { describe, expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { addressMessage, codeMessage } from './sign-up-message.js';

const known = {
  sentence: 'Already signed up',
  advice: 'There is an account with this address.',
  exists: true,
};
const failure = (status: number) => new HttpFailure(status, undefined, `Error: ${status}`);

describe('the first step', () => {
  test('the address of an account leads to the sign-in page [row 414]', () => {
    expect(addressMessage(failure(409))).toEqual(known);
  });

  test.each([204, 400, 403, 500, 503])('status %i is shown as unexpected [row 415]', (status) => {
    const sentence = 'An unexpected error occurred. Please try again later.';
    expect(addressMessage(failure(status))).toEqual({ sentence });
  });

  test('status 429 (too many codes were asked for) is shown as unexpected, with advice [row 415]', () => {
    expect(addressMessage(failure(429))).toEqual({
      sentence: 'An unexpected error occurred. Please try again later.',
      advice: 'Several codes were asked for lately. Use the newest one, or wait an hour.',
    });
  });

  test('a lost connection is shown as unexpected, with advice', () => {
    expect(addressMessage(new TypeError('Failed to fetch'))).toEqual({
      sentence: 'An unexpected error occurred. Please try again later.',
      advice: 'Check your connection and try again.',
    });
  });
});

describe('the second step', () => {
  test.each([
    [422, 'Invalid code. Please try again.', 416, expect.stringMatching(/^The newest mail counts/)],
    [300, 'An error occurred. Please try again.', 417, undefined],
    [400, 'An error occurred. Please try again.', 417, undefined],
    [429, 'An error occurred. Please try again.', 417, expect.stringMatching(/^There were too many tries/)],
    [500, 'An error occurred. Please try again.', 417, undefined],
    [201, 'Something went wrong. Please try again.', 418, undefined],
    [299, 'Something went wrong. Please try again.', 418, undefined],
  ])('status %i shows "%s" [row %i]', (status, sentence, _row, advice) => {
    expect(codeMessage(failure(status))).toEqual({ sentence, ...(advice === undefined ? {} : { advice }) });
  });

  test('the address of an account leads to the sign-in page [row 414]', () => {
    expect(codeMessage(failure(409))).toEqual(known);
  });

  test('a lost connection is shown with advice', () => {
    expect(codeMessage(new TypeError('Failed to fetch'))).toMatchObject({
      sentence: 'An error occurred. Please try again.',
      advice: 'Check your connection and try again.',
    });
  });
});
