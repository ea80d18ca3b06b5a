import { expect, test } from '@jest/globals';
import { sharp } from '../sharp.js';
import { renderPages, type PageImages } from './render-pages.js';
import type { OpenedPdf } from './renderer.js';

const [width, height] = [40, 80];
/** One grey tone for each page. */
const toneOf = (page: number) => 20 * page;

/** A document whose page `broken` has fewer pixels than its size requires. */
function aDocument(pageCount: number, broken?: number) {
  const asked: number[] = [];
  const opened: OpenedPdf = {
    pageCount,
    close: () => undefined,
    render: (page) => {
      asked.push(page);
      const pixels = new Uint8Array(width * height * 4).fill(toneOf(page));
      if (page === 2) for (let at = 0; at < pixels.length; at += 4) pixels[at] = 250;
      const size = page === broken ? { width, height: height + 4 } : { width, height };
      return Promise.resolve({ widthPoints: 100.126 + page, heightPoints: 200.004, ...size, pixels });
    },
  };
  return { opened, asked };
}

test('all pages come in order, with images, tiles, and facts of their own pixels', async () => {
  const { opened, asked } = aDocument(7);
  const pages: PageImages[] = [];
  for await (const page of renderPages(opened)) {
    // Two more pages are drawn meanwhile, and no more.
    expect(asked.length).toBe(Math.min(7, page.page + 2));
    pages.push(page);
  }
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pages.map(({ page, facts }) => [page, facts])).toEqual(
    asked.map((page) => [
      page,
      { widthPoints: 100.13 + page, heightPoints: 200, hasColor: page === 2, isBlank: false },
    ]),
  );
  for (const { page, image, tile } of pages) {
    const [large, small] = await Promise.all([image, tile].map((jpeg) => sharp(jpeg).metadata()));
    expect(large).toMatchObject({ format: 'jpeg', width: 40, height: 80, channels: 3 });
    expect(small).toMatchObject({ format: 'jpeg', width: 10, height: 20, channels: 3 });
    for (const jpeg of [image, tile]) {
      const [red = 0, green = 0] = (await sharp(jpeg).stats()).channels.map(({ mean }) => mean);
      expect(Math.abs(green - toneOf(page))).toBeLessThan(4);
      expect(Math.abs(red - (page === 2 ? 250 : toneOf(page)))).toBeLessThan(4);
    }
  }
});

test('a page whose pixels cannot be compressed ends the document, after the pages before it', async () => {
  const { opened } = aDocument(7, 3);
  const seen: number[] = [];
  const all = async () => {
    for await (const { page } of renderPages(opened)) seen.push(page);
  };
  await expect(all()).rejects.toThrow();
  expect(seen).toEqual([1, 2]);
});
