import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { placeOnA4 } from './placement.js';

const side = fc.integer({ min: 1, max: 20_000 });

describe('an image on A4', () => {
  test('lies within the margins, centred, in proportion, on a page of its own orientation', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { page, box } = placeOnA4({ width, height });
        expect(page.width > page.height).toBe(width > height);
        expect(box.x).toBeGreaterThanOrEqual(18 - 1e-6);
        expect(box.y).toBeGreaterThanOrEqual(18 - 1e-6);
        expect(box.x * 2 + box.width).toBeCloseTo(page.width);
        expect(box.y * 2 + box.height).toBeCloseTo(page.height);
        expect(box.width / box.height / (width / height)).toBeCloseTo(1);
      }),
    );
  });

  test('is as large as fits, on A4', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { page, box } = placeOnA4({ width, height });
        expect([page.width, page.height].sort((a, b) => a - b).map((edge) => Math.round(edge * 100))).toEqual(
          [59_528, 84_189],
        );
        const touches = Math.abs(Math.min(box.x, box.y) - 18) < 1e-6;
        expect(touches || box.width === width).toBe(true);
      }),
    );
  });

  test('keeps its pixels up to 300 per inch', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { box, pixels } = placeOnA4({ width, height });
        for (const edge of ['width', 'height'] as const) {
          const most = Math.min({ width, height }[edge], (box[edge] / 72) * 300);
          expect(pixels[edge]).toBe(Math.max(1, Math.round(most)));
        }
      }),
    );
  });

  test('has at most 300 pixels per inch, and is never enlarged', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { box, pixels } = placeOnA4({ width, height });
        expect(pixels.width).toBeLessThanOrEqual(width);
        expect(pixels.width).toBeLessThanOrEqual(Math.max(1, Math.ceil((box.width / 72) * 300)));
        expect(pixels.height).toBeLessThanOrEqual(height);
      }),
    );
  });

  test('is small when it has few pixels', () => {
    expect(placeOnA4({ width: 100, height: 50 }).box).toMatchObject({ width: 100, height: 50 });
  });
});
