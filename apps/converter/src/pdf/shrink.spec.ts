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
