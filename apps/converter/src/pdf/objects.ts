import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFStream,
  type PDFDocument,
  type PDFObject,
} from './pdf-lib.js';

/** The most unpacked bytes of a drawing; a longer one is not read. Ordinary pages are far below. */
const maxUnpackedBytes = 32 * 1024 ** 2;

export const nameOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFName ? object.decodeText() : undefined;

export function dictAt(dict: PDFDict, name: string): PDFDict | undefined {
  const value = dict.lookup(PDFName.of(name));
  if (value instanceof PDFStream) return value.dict;
  return value instanceof PDFDict ? value : undefined;
}

/** The values of a dictionary, with references followed. */
export const valuesOf = (dict: PDFDict | undefined): PDFObject[] =>
  (dict?.keys() ?? []).flatMap((key) => dict?.lookup(key) ?? []);

export function itemsOf(object: PDFObject | undefined): PDFObject[] {
  if (!(object instanceof PDFArray)) return [];
  return Array.from({ length: object.size() }, (_, index) => object.lookup(index)).filter(
    (item) => item !== undefined,
  );
}

/** All dictionaries of a document, nested ones included, in time linear in the size of the document. */
export function* everyDict(document: PDFDocument): Generator<PDFDict> {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const waiting: PDFObject[] = [object];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const dict = next instanceof PDFStream ? next.dict : next;
      if (dict instanceof PDFDict) {
        yield dict;
        for (const [, value] of dict.entries()) waiting.push(value);
      } else if (dict instanceof PDFArray) for (const value of dict.asArray()) waiting.push(value);
    }
  }
}

/**
 * The unpacked content of a stream, one character for each byte. It is undefined when the object is no
 * stream, when its compression is not supported here, and when it is damaged or too long.
 */
export function unpackedContentOf(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFRawStream)) return undefined;
  const bytes = Buffer.from(object.getContents());
  const filters = object.dict.lookup(PDFName.of('Filter'));
  const names = filters instanceof PDFArray ? itemsOf(filters).map(nameOf) : filters ? [nameOf(filters)] : [];
  if (names.length === 0) return bytes.toString('latin1');
  if (names.length > 1 || names[0] !== 'FlateDecode') return undefined;
  // A predictor changes the bytes, and is not decoded here.
  if (object.dict.lookup(PDFName.of('DecodeParms')) !== undefined) return undefined;
  try {
    return inflateSync(bytes, { maxOutputLength: maxUnpackedBytes }).toString('latin1');
  } catch {
    // Damaged or too long: callers assume that such a stream may hold anything.
    return undefined;
  }
}
