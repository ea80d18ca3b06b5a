import { inheritedOf, kindOf } from './annotations.js';
import { isLatinOnly } from './fonts/missing-fonts.js';
import { dictAt, nameOf } from './objects.js';
import { PDFDict, PDFHexString, PDFName, PDFString, type PDFDocument, type PDFObject } from './pdf-lib.js';

/** The characters of WinAnsiEncoding and PDFDocEncoding (ISO 32000-1, annex D), and line ends. */
const latin =
  /^[\t\n\r\u0020-\u007e\u00a0-\u00ff\u0131\u0141\u0142\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02c7\u02d8-\u02dd\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2044\u20ac\u2122\u2212\ufb01\ufb02]*$/;

/**
 * Whether poppler can draw the text of this note or field. Poppler uses the font that the note names, or its
 * own Latin font, and leaves out all characters that the font lacks.
 */
export function canBeDrawn(document: PDFDocument, note: PDFDict): boolean {
  if (wordsOf(note).every((words) => latin.test(words))) return true;
  const font = fontOf(document, note);
  return font !== undefined && !isLatinOnly(font);
}

function wordsOf(note: PDFDict): string[] {
  const kind = kindOf(note);
  if (kind === 'FreeText') return wordsIn(note.lookup(PDFName.of('Contents')));
  if (kind !== 'Widget') return [];
  const caption = dictAt(note, 'MK')?.lookup(PDFName.of('CA'));
  return [...wordsIn(inheritedOf(note, 'V')), ...wordsIn(caption)];
}

const wordsIn = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? [object.decodeText()] : [];

/** The font that a note names, among those of the form. */
function fontOf({ catalog }: PDFDocument, note: PDFDict): PDFDict | undefined {
  const form = dictAt(catalog, 'AcroForm');
  const [style = ''] = wordsIn(inheritedOf(note, 'DA') ?? form?.lookup(PDFName.of('DA')));
  const name = /\/([^\s/]+)\s+[-+.\d]+\s+Tf/.exec(style)?.[1];
  const fonts = form && dictAt(form, 'DR')?.lookup(PDFName.of('Font'));
  const font = name !== undefined && fonts instanceof PDFDict ? fonts.lookup(PDFName.of(name)) : undefined;
  return font instanceof PDFDict && nameOf(font.lookup(PDFName.of('Subtype'))) !== undefined
    ? font
    : undefined;
}
