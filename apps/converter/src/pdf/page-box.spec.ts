import { expect, test } from '@jest/globals';
import { setPageBox } from './page-box.js';
import { PDFDocument, PDFName } from './pdf-lib.js';

type Boxes = Record<string, unknown>;

async function shownOf(boxes: Boxes): Promise<unknown> {
  const { context } = await PDFDocument.create();
  const named = Object.entries(boxes).map(
    ([name, box]) => [PDFName.of(name), context.obj(box as never)] as const,
  );
  const entries = new Map(named);
  setPageBox(context, entries);
  expect(entries.has(PDFName.of('CropBox'))).toBe(false);
  return JSON.parse(
    (entries.get(PDFName.of('MediaBox'))?.toString() ?? '').replace(/(\d) (?=[-\d])/g, '$1,'),
  );
}

const sheet = [0, 0, 300, 400];

test.each<[string, Boxes, number[]]>([
  ['has no other box', { MediaBox: sheet }, sheet],
  ['is cut to a part', { MediaBox: sheet, CropBox: [10, 20, 110, 220] }, [10, 20, 110, 220]],
  [
    'is cut to a box that lies partly outside it',
    { MediaBox: sheet, CropBox: [100, -50, 600, 250] },
    [100, 0, 300, 250],
  ],
  ['is cut to a box that lies outside it', { MediaBox: sheet, CropBox: [400, 400, 600, 600] }, sheet],
  ['is cut to its own edge', { MediaBox: sheet, CropBox: [300, 0, 400, 400] }, sheet],
  ['is cut to its own upper edge', { MediaBox: sheet, CropBox: [0, 400, 300, 500] }, sheet],
  ['is cut to nothing', { MediaBox: sheet, CropBox: [5, 5, 5, 100] }, sheet],
  ['is cut to no height', { MediaBox: sheet, CropBox: [5, 5, 100, 5] }, sheet],
  ['is cut by a box of five numbers', { MediaBox: sheet, CropBox: [5, 5, 100, 100, 100] }, sheet],
  ['is cut to a far larger box', { MediaBox: sheet, CropBox: [-1e7, -1e7, 1e7, 1e7] }, sheet],
  ['is cut by an invalid box', { MediaBox: sheet, CropBox: [0, 0, 'wide', 10] }, sheet],
  [
    'is given by its other two corners',
    { MediaBox: [300, 400, 0, 0], CropBox: [110, 20, 10, 220] },
    [10, 20, 110, 220],
  ],
  [
    'does not lie at the origin',
    { MediaBox: [-100, -100, 100, 100], CropBox: [-50, 0, 500, 50] },
    [-50, 0, 100, 50],
  ],
  ['has no size', {}, [0, 0, 612, 792]],
  ['has no width', { MediaBox: [7, 0, 7, 100] }, [0, 0, 612, 792]],
  ['has three edges', { MediaBox: [0, 0, 300] }, [0, 0, 612, 792]],
])('the box of a sheet that %s is the part that every PDF viewer shows', async (_, boxes, shown) => {
  expect(await shownOf(boxes)).toEqual(shown);
});

test('a page of a million points is converted, and a larger or more distant one is too large', async () => {
  expect(await shownOf({ MediaBox: [0, 0, 1e6, 1e6] })).toEqual([0, 0, 1e6, 1e6]);
  for (const box of [
    [0, 0, 1e7, 1e7],
    [0, 0, 300, 1_000_001],
    [-1e7, 0, 300 - 1e7, 300],
  ])
    await expect(shownOf({ MediaBox: box })).rejects.toMatchObject({ reason: 'too-large' });
});
