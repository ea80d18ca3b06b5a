import { expect, test } from '@jest/globals';
import { openBitmap } from './bitmap.js';

/** The header of a bitmap of 24 bits a pixel, without its pixels. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt32LE(bytes.length, 10);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

test.each([
  ['from the bottom', 20_000, 20_000],
  ['from the top, with a negative height', 20_000, -20_000],
  ['mirrored, with a negative width', -20_000, 20_000],
  ['as a row that is one pixel too long', 100_000_001, 1],
])('a bitmap with too many pixels, stored %s, is refused before it is decoded', (_, width, height) => {
  expect(() => openBitmap(header(width, height))).toThrow(expect.objectContaining({ reason: 'too-large' }));
});

test('a bitmap of the oldest kind with too many pixels is refused before it is decoded', () => {
  const oldest = (width: number, height: number) => {
    const bytes = Buffer.alloc(54);
    bytes.write('BM', 0, 'latin1');
    bytes.writeUInt32LE(12, 14);
    bytes.writeUInt16LE(width, 18);
    bytes.writeUInt16LE(height, 20);
    return bytes;
  };
  expect(() => openBitmap(oldest(65_535, 65_535))).toThrow(expect.objectContaining({ reason: 'too-large' }));
  // Its height and what follows would be too large in 32 bits.
  const narrow = oldest(1, 1);
  narrow.writeUInt32LE(0x7fff_ffff, 22);
  expect(() => openBitmap(narrow)).not.toThrow(expect.objectContaining({ reason: 'too-large' }));
});

test('the pixels of a bitmap have their colours and are opaque', async () => {
  // Two pixels from the bottom, each row of one pixel and a byte of filling.
  const rows = [
    [3, 2, 1, 0],
    [30, 20, 10, 0],
  ];
  const bitmap = openBitmap(Buffer.concat([header(1, 2), Buffer.from(rows.flat())]));
  const { data, info } = await bitmap.raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 1, height: 2, channels: 4 });
  expect([...data]).toEqual([10, 20, 30, 255, 1, 2, 3, 255]);
});
