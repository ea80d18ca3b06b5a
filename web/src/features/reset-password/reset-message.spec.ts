import { describe, expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { addressMessage, codeMessage } from './reset-message.js';

const failure = (status: number, serverMessage?: string) =>
  new HttpFailure(status, undefined, serverMessage ?? `Error: ${status}`, serverMessage);

const generic = 'An error occurred. Please try again later.';

describe('the first step', () => {
  test('an unknown address leads to the sign-up page [row 419]', () => {
    const advice = 'There is no account with this address.';
    expect(addressMessage(failure(403))).toEqual({ sentence: 'New user', advice, newUser: true });
  });

  test.each([204, 400, 500])('status %i has the general sentence [row 420]', (status) => {
    expect(addressMessage(failure(status, 'words of the server'))).toEqual({ sentence: generic });
  });

  test('after several codes the general sentence has advice [row 420]', () => {
    const advice = 'Several codes were asked for lately. Use the newest one, or wait an hour.';
    expect(addressMessage(failure(429))).toEqual({ sentence: generic, advice });
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
    [429, 'wait', 'Too many attempts. Please wait a few minutes and try again.', 422],
    [500, 'Reference 12', 'Reference 12', 423],
    [500, undefined, generic, 423],
    [204, undefined, generic, 423],
  ])('status %i with the message %j shows "%s" [row %i]', (status, serverMessage, sentence, _row) => {
    expect(codeMessage(failure(status, serverMessage))).toEqual({ sentence });
  });

  test.each([undefined, 'Invalid confirmation code.'])(
    'a wrong code whose message is %j has advice [row 421]',
    (serverMessage) => {
      expect(codeMessage(failure(400, serverMessage))).toEqual({
        sentence: 'Invalid confirmation code.',
        advice: 'The newest mail counts, for ten minutes. You can have another one sent.',
      });
    },
  );

  test('a lost connection has the general sentence, with advice', () => {
    expect(codeMessage(new TypeError('Failed to fetch'))).toEqual({
      sentence: generic,
      advice: 'Check your connection and try again.',
    });
  });
});
