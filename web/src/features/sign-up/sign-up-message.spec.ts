import { describe, expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { addressMessage, codeMessage } from './sign-up-message.js';

const failure = (status: number) => new HttpFailure(status, undefined, `Error: ${status}`);

describe('the first step', () => {
  test('the address of an account leads to the sign-in page [row 414]', () => {
    expect(addressMessage(failure(409))).toMatchObject({ sentence: 'Already signed up', exists: true });
  });

  test.each([204, 400, 403, 429, 500, 503])('status %i is shown as unexpected [row 415]', (status) => {
    const sentence = 'An unexpected error occurred. Please try again later.';
    expect(addressMessage(failure(status))).toMatchObject({ sentence });
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
    [422, 'Invalid code. Please try again.', 416],
    [400, 'An error occurred. Please try again.', 417],
    [429, 'An error occurred. Please try again.', 417],
    [500, 'An error occurred. Please try again.', 417],
    [201, 'Something went wrong. Please try again.', 418],
    [204, 'Something went wrong. Please try again.', 418],
    [409, 'Already signed up', 414],
  ])('status %i says "%s" [row %i]', (status, sentence) => {
    expect(codeMessage(failure(status))).toMatchObject({ sentence });
  });

  test('a lost connection is shown with advice', () => {
    expect(codeMessage(new TypeError('Failed to fetch'))).toMatchObject({
      sentence: 'An error occurred. Please try again.',
      advice: 'Check your connection and try again.',
    });
  });
});
