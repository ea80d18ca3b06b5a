import { expect, test } from '@jest/globals';
import { acceptedInWords, acceptedTypes, isAccepted, sentType } from './file-type.js';

test.each([
  ['thesis.pdf', 'application/pdf'],
  ['THESIS.PDF', 'application/pdf'],
  ['photo.of.me.jpeg', 'image/jpeg'],
  ['letter.rtf', 'text/rtf'],
  ['drawing.bmp', 'image/x-ms-bmp'],
  ['notes.odt', ''],
  ['cv.docx', 'application/octet-stream'],
])('%s as "%s" is accepted', (name, type) => {
  expect(isAccepted({ name, type })).toBe(true);
});

test.each([
  ['song.mp3', 'audio/mpeg'],
  ['pdf', 'application/pdf'],
  ['thesis.pdf.exe', 'application/pdf'],
  ['thesis.pdf', 'text/html'],
  ['photo.jpg', 'image/png'],
  ['page.html', ''],
])('%s as "%s" is refused', (name, type) => {
  expect(isAccepted({ name, type })).toBe(false);
});

test('a file of unknown type is sent as application/octet-stream', () => {
  expect([sentType({ type: '' }), sentType({ type: 'image/png' })]).toEqual([
    'application/octet-stream',
    'image/png',
  ]);
});

test('the file picker gets the accepted types, and users see three groups of them', () => {
  expect(acceptedTypes.split(',')).toEqual(expect.arrayContaining(['.pdf', '.tif', 'image/tiff', '.docx']));
  expect(acceptedInWords).toBe('PDF, office documents, pictures');
});
