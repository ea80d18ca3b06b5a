import { expect, test } from '@jest/globals';
import { shrink } from './shrink.js';

function picture(width: number, height: number, pixel: (x: number, y: number) => number[]): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.set([...pixel(at % width, Math.floor(at / width)), 0], at * 4);
  return pixels;
}

test('each block of four by four pixels becomes its mean, per colour channel', () => {
  const half = picture(8, 4, (x, y) => (x < 4 ? [255, 254, 253] : y < 2 ? [200, 0, 100] : [0, 100, 0]));
  expect(shrink(half, { width: 8, height: 4 })).toEqual({
    width: 2,
    height: 1,
    pixels: new Uint8Array([255, 254, 253, 100, 50, 50]),
  });
});

test.each([
  [848, 1_200, 212, 300],
  [849, 1_200, 212, 300],
  [850, 1_200, 213, 300],
  [1, 1_200, 1, 300],
])('%i by %i pixels become %i by %i', (width, height, smallWidth, smallHeight) => {
  const white = picture(width, height, () => [255, 255, 255]);
  const small = shrink(white, { width, height });
  expect(small).toMatchObject({ width: smallWidth, height: smallHeight });
  expect(small.pixels.every((byte) => byte === 255)).toBe(true);
});

test('a block at the edge is the mean of its own pixels only, also of a picture inside a larger buffer', () => {
  // Left and top blocks of four pixels, right and bottom blocks of two.
  const quarters = picture(6, 6, (x, y) => [x < 4 ? 10 : 200, y < 4 ? 20 : 100, x < 4 === y < 4 ? 30 : 70]);
  const buffer = new Uint8Array(quarters.length + 8).fill(255);
  buffer.set(quarters, 4);
  expect(shrink(buffer.subarray(4, -4), { width: 6, height: 6 })).toEqual({
    width: 2,
    height: 2,
    pixels: new Uint8Array([10, 20, 30, 200, 20, 70, 10, 100, 70, 200, 100, 30]),
  });
});
