import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { QrCode } from './qr-code.js';

afterEach(cleanup);

const drawn = (text: string) => {
  render(<QrCode text={text} label="QR code" />);
  const svg = screen.getByRole('img', { name: 'QR code' });
  const squares = [...(svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)];
  return {
    box: svg.getAttribute('viewBox'),
    squares: squares.map(([, x, y]) => [Number(x), Number(y)] as const),
  };
};

test('a QR code is drawn inside a white border that is three modules wide on each side', () => {
  // 14 bytes at error correction M are a code of version 1: 21 modules wide.
  const { box, squares } = drawn('0123456789abcd');
  expect(box).toBe('0 0 27 27');
  const all = squares.flat();
  expect([Math.min(...all), Math.max(...all)]).toEqual([3, 23]);
  for (const corner of [
    [3, 3],
    [23, 3],
    [3, 23],
  ])
    expect(squares).toContainEqual(corner);
});

test('a QR code corrects errors at level M, as scratched screens need', () => {
  // Level L would still fit 15 bytes into version 1.
  expect(drawn('0123456789abcde').box).toBe('0 0 31 31');
});

test('another text is drawn as another QR code', () => {
  const first = drawn('https://a.example').squares;
  cleanup();
  expect(drawn('https://b.example').squares).not.toEqual(first);
});
