import { expect, test } from '@jest/globals';
import { looksOf } from './page-looks.js';

type Pixel = [number, number, number];

function page(count: number, pixel: Pixel, background: Pixel = [255, 255, 255]): Uint8Array {
  return Uint8Array.from(Array.from({ length: 1_000 }, (_, at) => (at < count ? pixel : background)).flat());
}

test.each([
  ['white paper', page(0, [0, 0, 0]), { hasColor: false, isBlank: true }],
  ['almost white paper', page(0, [0, 0, 0], [252, 251, 252]), { hasColor: false, isBlank: true }],
  ['the darkest white paper', page(0, [0, 0, 0], [251, 251, 251]), { hasColor: false, isBlank: true }],
  [
    'paper that is one shade darker',
    page(0, [0, 0, 0], [250, 251, 251]),
    { hasColor: false, isBlank: false },
  ],
  ['the most coloured grey', page(500, [100, 124, 110]), { hasColor: false, isBlank: false }],
  ['a colour one shade beyond grey', page(500, [100, 125, 110]), { hasColor: true, isBlank: false }],
  [
    'one black dot in the last corner',
    page(999, [255, 255, 255], [0, 0, 0]),
    { hasColor: false, isBlank: false },
  ],
  ['one dot of black', page(1, [0, 0, 0]), { hasColor: false, isBlank: false }],
  ['a slightly coloured grey', page(500, [120, 130, 140]), { hasColor: false, isBlank: false }],
  ['four dots of red', page(4, [200, 0, 0]), { hasColor: false, isBlank: false }],
  ['five dots of red', page(5, [200, 0, 0]), { hasColor: true, isBlank: false }],
  ['five dots of green', page(5, [0, 200, 0]), { hasColor: true, isBlank: false }],
  ['five dots of blue', page(5, [0, 0, 200]), { hasColor: true, isBlank: false }],
  ['pale yellow all over', page(1_000, [255, 255, 220]), { hasColor: true, isBlank: false }],
])('%s', (_, pixels, looks) => {
  expect(looksOf(pixels)).toEqual(looks);
});
