import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../lib/http.js';
import { notAuthenticated, outcomeOf } from './qr-outcome.js';

const refused = (status: number) => new HttpFailure(status, undefined, `Error: ${status}`);

test.each([
  [refused(403), 'Please sign in to validate the QR code.'],
  [refused(401), 'Failed to validate code. Please try again.'],
  [refused(429), 'Failed to validate code. Please try again.'],
  [refused(500), 'Failed to validate code. Please try again.'],
  [new TypeError('Failed to fetch'), 'Failed to validate code. Please try again.'],
])('%s is shown as "%s"', (error, sentence) => {
  expect(outcomeOf(error).sentence).toBe(sentence);
});

test.each([
  ['This printer is busy.', 'This printer is busy.'],
  ['', 'Invalid code. Please try again.'],
  [undefined, 'Invalid code. Please try again.'],
])('an answer with the message %j that opens nothing is shown as "%s"', (message, sentence) => {
  expect(notAuthenticated(message).sentence).toBe(sentence);
});
