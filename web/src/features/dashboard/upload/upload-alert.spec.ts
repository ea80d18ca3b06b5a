import { expect, test } from '@jest/globals';
import { HttpFailure } from '../../../lib/http.js';
import { PutFailure } from './put-file.js';
import { alertsOf, refusedFile } from './upload-alert.js';

test('a file type that the server refuses gets the alert of one that the page refuses [row 430]', () => {
  const byServer = alertsOf([refusedFile('cv.xyz', new HttpFailure(415, 'document.type', ''))]);
  expect(byServer).toEqual(alertsOf([{ fileName: 'cv.xyz', status: 415 }]));
  expect(byServer[0]?.sentence).toBe('File type not supported');
});

test.each([
  [new PutFailure(0), 'connection'],
  [new TypeError('Failed to fetch'), 'connection'],
  [new PutFailure(413), '50 MB'],
  [new HttpFailure(409, 'document.quota', ''), 'delete some'],
  [new HttpFailure(429, 'request.too-many', ''), 'wait'],
  [new PutFailure(403), 'Try again'],
  [new PutFailure(503), 'Try again'],
  [new PutFailure(507), 'storage is full'],
])('%s is shown with its advice [row 429]', (error, hint) => {
  const [alert] = alertsOf([refusedFile('a.pdf', error)]);
  expect(alert?.sentence).toBe('File upload failed.');
  expect(alert?.advice).toContain(hint);
});

test('files with the same advice share one alert that names each of them', () => {
  const alerts = alertsOf([
    ...['1.pdf', '2.pdf', '3.pdf'].map((fileName) => ({ fileName, status: 409 })),
    { fileName: 'film.mp4', status: 415 },
    ...['IMG_1.HEIC', 'IMG_2.heif'].map((fileName) => ({ fileName, status: 415 })),
  ]);
  expect(alerts.map(({ advice }) => advice.split(/: n|\. /, 1)[0])).toEqual([
    '1.pdf, 2.pdf, 3.pdf',
    'film.mp4 cannot be printed',
    'IMG_1.HEIC, IMG_2.heif cannot be printed',
  ]);
  expect(alerts[2]).toMatchObject({
    sentence: 'File type not supported',
    advice: expect.stringContaining('share them as JPEG'),
  });
});
