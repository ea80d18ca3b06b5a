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

test('a PNG that differs from our own encoding is refused', async () => {
  const withAlpha = await sharp({ create: { ...blank, channels: 4 } })
    .png()
    .toBuffer();
  expect(() => pngRows(withAlpha)).toThrow('as we encode');
});
