import { expect, test } from '@jest/globals';
import { openBitmap } from './bitmap.js';

/** The header of a bitmap, without its pixels. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
}

test.each([
  ['from the bottom', 20_000, 20_000],
  ['from the top, which a negative height says', 20_000, -20_000],
  ['mirrored, which a negative width says', -20_000, 20_000],
])('a bitmap with too many pixels, stored %s, is refused before it is decoded', (_, width, height) => {
  expect(() => openBitmap(header(width, height))).toThrow(expect.objectContaining({ reason: 'too-large' }));
});
