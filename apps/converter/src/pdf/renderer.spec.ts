import { describe, expect, jest, test } from '@jest/globals';
import { PDFiumLibrary, PDFiumPage } from '@hyzyla/pdfium';
import { PDFDocument } from './pdf-lib.js';
import { openRenderer } from './renderer.js';

const renderer = openRenderer();

async function pdfOf(...sizes: [number, number][]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const size of sizes) document.addPage(size);
  return Buffer.from(await document.save());
}

test.each<[number, [number, number], number, number]>([
  [1, [100, 200], 600, 1_200],
  [2, [300, 200], 1_200, 800],
  [3, [10_000, 4], 1_200, 1],
  [4, [4, 10_000], 1, 1_200],
  [5, [1, 1], 1_200, 1_200],
])(
  'page %d of %j points is drawn with its longer side at 1200 pixels: %d by %d',
  async (page, size, width, height) => {
    const opened = await (
      await renderer
    ).open(await pdfOf([100, 200], [300, 200], [10_000, 4], [4, 10_000], [1, 1]));
    expect(opened.pageCount).toBe(5);
    const { pixels, ...drawn } = await opened.render(page);
    expect(drawn).toEqual({ widthPoints: size[0], heightPoints: size[1], width, height });
    expect(pixels).toHaveLength(width * height * 4);
    expect(pixels.every((byte) => byte === 255)).toBe(true);
  },
);

test('bytes that are not a PDF are refused as damaged', async () => {
  const opened = (await renderer).open(Buffer.from('%PDF-1.7 and nothing else'));
  await expect(opened).rejects.toMatchObject({ name: 'Unconvertible', reason: 'damaged' });
});

describe('when pdfium', () => {
  // Node's types do not name the errors of WebAssembly.
  const abort = Object.assign(new Error('unreachable'), { name: 'RuntimeError' });
  const gaveUp = { name: 'GaveUp', cause: abort };
  const damaged = { name: 'Unconvertible', reason: 'damaged' };

  test.each<[string, Error, object]>([
    ['aborts', abort, gaveUp],
    ['fails', new Error('page'), damaged],
  ])('%s while opening or rendering, the error says whether it aborted', async (_, error, expected) => {
    const opened = await (await renderer).open(await pdfOf([100, 200]));
    jest.spyOn(PDFiumPage.prototype, 'render').mockRejectedValue(error);
    await expect(opened.render(1)).rejects.toMatchObject(expected);
    const failing = { loadDocument: () => Promise.reject(error) };
    jest.spyOn(PDFiumLibrary, 'init').mockResolvedValue(failing as never);
    const other = await openRenderer();
    await expect(other.open(await pdfOf([100, 200]))).rejects.toMatchObject(expected);
  });
});
