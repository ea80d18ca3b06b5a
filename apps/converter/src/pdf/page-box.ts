import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import { PDFArray, PDFName, PDFNumber, type PDFContext, type PDFObject } from './pdf-lib.js';
import { itemsOf } from './objects.js';

/** Left, bottom, right, top, in points. */
type Box = readonly [number, number, number, number];

/** The size that PDF viewers use for a page without one. */
const letter: Box = [0, 0, 612, 792];

/**
 * Replaces a page's two boxes by one: the visible part of its sheet (ISO 32000-1, 14.11.2). Where the boxes
 * conflict or are invalid, PDF viewers and printers would differ.
 * @throws Unconvertible `too-large` beyond the numbers that programs can use
 */
export function setPageBox(context: PDFContext, entries: Map<PDFName, PDFObject>): void {
  const boxOf = (name: string) => box(context.lookup(entries.get(PDFName.of(name))));
  const sheet = boxOf('MediaBox') ?? letter;
  const crop = boxOf('CropBox');
  const shown = (crop && overlap(sheet, crop)) ?? sheet;
  if (shown.some((edge) => Math.abs(edge) > limits.pagePoints)) throw new Unconvertible('too-large');
  entries.set(PDFName.of('MediaBox'), context.obj([...shown]));
  entries.delete(PDFName.of('CropBox'));
}

/** The box of any two opposite corners; undefined when it is empty. */
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
