import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { notAuthenticated, outcomeOf } from './qr-outcome.js';

const checkScreenFirst = 'Look at the printer’s screen first: you may be signed in there already.';
const refused = (status: number) => new HttpFailure(status, undefined, `Error: ${status}`);

test.each([
  [refused(403), 'sign-in', 'Please sign in to validate the QR code.', undefined],
  [refused(401), 'failed', 'Failed to validate code. Please try again.', checkScreenFirst],
  [
    refused(429),
    'failed',
    'Failed to validate code. Please try again.',
    expect.stringMatching(/^There were too many/),
  ],
  [refused(500), 'failed', 'Failed to validate code. Please try again.', checkScreenFirst],
  [
    new TypeError('Failed to fetch'),
    'failed',
    'Failed to validate code. Please try again.',
    checkScreenFirst,
  ],
])('%s counts as %s, and is shown as "%s"', (error, kind, sentence, advice) => {
  expect(outcomeOf(error)).toEqual({ kind, sentence, ...(advice === undefined ? {} : { advice }) });
});

test.each([
  ['This printer is busy.', 'This printer is busy.', undefined],
  ['', 'Invalid code. Please try again.', expect.stringMatching(/^A code works once, for two minutes/)],
  [
    undefined,
    'Invalid code. Please try again.',
    expect.stringMatching(/^A code works once, for two minutes/),
  ],
])('an answer with the message %j that opens no panel is shown as "%s"', (message, sentence, advice) => {
  expect(notAuthenticated(message)).toEqual({
    kind: 'invalid',
    sentence,
    ...(advice === undefined ? {} : { advice }),
  });
});
