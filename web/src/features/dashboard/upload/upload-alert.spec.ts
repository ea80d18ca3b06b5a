import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../../lib/http.js';
import { PutFailure } from './put-file.js';
import { failureAlert, typeAlert } from './upload-alert.js';

test('a type that the server refuses reads like one that the page refuses', () => {
  const refused = failureAlert('cv.docx', new HttpFailure(415, 'document.type', ''));
  expect(refused).toEqual(typeAlert(['cv.docx']));
  expect(refused.sentence).toBe('File type not supported');
});

test.each([
  [new PutFailure(0), 'connection'],
  [new TypeError('Failed to fetch'), 'connection'],
  [new PutFailure(413), '50 MB'],
  [new HttpFailure(409, 'document.quota', ''), 'delete some'],
  [new PutFailure(403), 'Try again'],
  [new PutFailure(507), 'Try again'],
])('%s says what failed and what to do', (error, hint) => {
  const alert = failureAlert('a.pdf', error);
  expect(alert.sentence).toBe('File upload failed.');
  expect(alert.advice).toContain(hint);
});
