import { expect, test } from '@jest/globals';
import { isContentOf } from './content.js';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

test.each([
  ['application/pdf', Buffer.from('%PDF-1.7'), true],
  ['application/pdf', Buffer.from(`${' '.repeat(900)}%PDF-1.4`), true],
  ['application/pdf', Buffer.from(`${' '.repeat(2_000)}%PDF-1.4`), false],
  ['application/pdf', png, false],
  ['image/jpeg', jpeg, true],
  ['image/jpeg', png, false],
  ['image/png', png, true],
  ['image/png', jpeg, false],
  ['image/png', Buffer.alloc(0), false],
  ['text/html', Buffer.from('<html>'), false],
])('%s, beginning with %j: %s', (mediaType, bytes, expected) => {
  expect(isContentOf(mediaType, bytes)).toBe(expected);
});
