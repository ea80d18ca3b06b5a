import { expect, test } from '@jest/globals';
import { isContentOf } from './content.js';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

test.each([
  ['application/pdf', Buffer.from('%PDF-1.7'), true],
  ['application/pdf', Buffer.from(`${' '.repeat(900)}%PDF-1.4`), true],
  ['application/pdf', Buffer.from(`${' '.repeat(1_019)}%PDF-1.4`), true],
  ['application/pdf', Buffer.from(`${' '.repeat(1_020)}%PDF-1.4`), false],
  ['application/pdf', Buffer.from(`${' '.repeat(99)}%PDF-`), true],
  ['application/pdf', Buffer.from(' %PDF'), false],
  ['image/jpeg', Buffer.from([0, 0xff, 0xd8, 0xff]), false],
  ['image/gif', Buffer.from('GIF89a'), true],
  ['application/pdf', png, false],
  ['image/jpeg', jpeg, true],
  ['image/jpeg', png, false],
  ['image/png', png, true],
  ['image/png', jpeg, false],
  ['image/png', Buffer.alloc(0), false],
  ['application/rtf', Buffer.from('{\\rtf1'), true],
  ['application/rtf', Buffer.from('rtf'), false],
  ['application/msword', Buffer.from('d0cf11e0a1b11ae1', 'hex'), true],
  ['application/msword', Buffer.from('PK\x03\x04'), false],
  ['application/vnd.oasis.opendocument.text', Buffer.from('PK\x03\x04'), true],
  ['application/vnd.oasis.opendocument.text', Buffer.from('PK\x05\x06'), false],
  ['image/tiff', Buffer.from('MM\0*'), true],
  ['image/webp', Buffer.from('RIFF....WEBPVP8 '), true],
  ['image/webp', Buffer.from('RIFF....WAVEfmt '), false],
  ['text/html', Buffer.from('<html>'), false],
])('%s, beginning with %j: %s', (mediaType, bytes, expected) => {
  expect(isContentOf(mediaType, bytes)).toBe(expected);
});
