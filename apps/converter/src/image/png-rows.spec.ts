import { inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pngRows } from './png-rows.js';

const blank = { width: 30, height: 20, background: '#123456' };

test.each([
  ['srgb', 3],
  ['b-w', 1],
])('the rows of a %s PNG unpack to %d bytes per pixel and one per row', async (space, channels) => {
  const png = await sharp({ create: { ...blank, channels: 3 } })
    .toColourspace(space)
    .png()
    .toBuffer();
  const found = pngRows(png);
  expect(found).toMatchObject({ width: 30, height: 20, channels });
  expect(inflateSync(found.rows)).toHaveLength(20 * (1 + 30 * channels));
});

/** A PNG whose header has this value at a byte, counted from the end of width and height. */
async function pngWith(at: number, value: number): Promise<Buffer> {
  const png = await sharp({ create: { ...blank, channels: 3 } })
    .png()
    .toBuffer();
  png[24 + at] = value;
  return png;
}

test.each([
  ['has sixteen bits', 0, 16],
  ['has a palette', 1, 3],
  ['has transparency', 1, 6],
  ['is interlaced', 4, 1],
])('a PNG that %s is refused, because our encoder never makes it', async (_, at, value) => {
  const png = await pngWith(at, value);
  expect(() => pngRows(png)).toThrow('as we encode');
});

test('a PNG in several pieces has all its rows, in order', async () => {
  const png = await pngWith(0, 8);
  const start = png.indexOf('IDAT') - 4;
  const length = png.readUInt32BE(start);
  const rows = png.subarray(start + 8, start + 8 + length);
  const piece = (bytes: Buffer) => {
    const head = Buffer.from('\0\0\0\0IDAT');
    head.writeUInt32BE(bytes.length);
    return Buffer.concat([head, bytes, Buffer.alloc(4)]);
  };
  const split = [png.subarray(0, start), piece(rows.subarray(0, 7)), piece(rows.subarray(7))];
  expect(pngRows(Buffer.concat([...split, png.subarray(start + 12 + length)]))).toEqual(pngRows(png));
});
