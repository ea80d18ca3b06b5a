import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import { PDFArray, PDFName, PDFNumber, type PDFContext, type PDFObject } from './pdf-lib.js';
import { itemsOf } from './objects.js';

/** Left, bottom, right, top, in points. */
type Box = readonly [number, number, number, number];

/** What readers take for a page that says no size. */
const letter: Box = [0, 0, 612, 792];

/**
 * Gives a page's entries one box in the place of two: what of its sheet is shown (ISO 32000-1, 14.11.2). Where the two
 * do not fit each other, or are not boxes, each reader and printer would take something else.
 * @throws Unconvertible `too-large` beyond what programs can count in
 */
export function settleBox(context: PDFContext, entries: Map<PDFName, PDFObject>): void {
  const boxOf = (name: string) => box(context.lookup(entries.get(PDFName.of(name))));
  const sheet = boxOf('MediaBox') ?? letter;
  const crop = boxOf('CropBox');
  const shown = (crop && overlap(sheet, crop)) ?? sheet;
  if (shown.some((edge) => Math.abs(edge) > limits.pagePoints)) throw new Unconvertible('too-large');
  entries.set(PDFName.of('MediaBox'), context.obj([...shown]));
  entries.delete(PDFName.of('CropBox'));
}

/** Any two opposite corners make a box; undefined where there is nothing between them. */
function box(object: PDFObject | undefined): Box | undefined {
  if (!(object instanceof PDFArray) || object.size() !== 4) return undefined;
  const [a = NaN, b = NaN, c = NaN, d = NaN] = itemsOf(object).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : NaN,
  );
  return unlessEmpty([Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
}

function overlap(one: Box, other: Box): Box | undefined {
  return unlessEmpty([
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]);
}

function unlessEmpty(box: Box): Box | undefined {
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}
