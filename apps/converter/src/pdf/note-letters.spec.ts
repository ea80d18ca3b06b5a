import { describe, expect, test } from '@jest/globals';
import { canBeDrawn } from './note-letters.js';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from './pdf-lib.js';

const style = PDFString.of('/Own 12 Tf 0 g');
const helvetica = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
/** An embedded font; its glyphs are not checked. */
const embeddedFont = { ...helvetica, FontDescriptor: { Type: 'FontDescriptor', FontFile2: 'here' } };
const namedGlyphs = { ...helvetica, Encoding: { Type: 'Encoding', Differences: [65, 'afii10030'] } };

/**
 * Whether an annotation can be drawn in a document whose form has this font as `Own`, and Helvetica as
 * `Other`.
 */
async function isDrawable(
  note: Record<string, unknown>,
  font: Record<string, unknown> = helvetica,
  form: Record<string, unknown> = {},
) {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const fonts = { Other: helvetica, Own: font };
  catalog.set(PDFName.of('AcroForm'), context.obj({ DR: { Font: fonts }, ...form } as never));
  const made = context.obj({ Type: 'Annot', DA: style, ...note } as never);
  if (!(made instanceof PDFDict)) throw new Error('A note is a dictionary');
  return canBeDrawn(document, made);
}

const field = (words: string) => ({ Subtype: 'Widget', FT: 'Tx', V: PDFHexString.fromText(words) });
const freeText = (words: string) => ({ Subtype: 'FreeText', Contents: PDFHexString.fromText(words) });

describe('an annotation without appearance', () => {
  test.each(['', 'A value', 'Für 5 €\nL’été – “ﬁn”', 'Łódz'])(
    'in Latin letters can be drawn: %j',
    async (words) => {
      expect(await isDrawable(field(words))).toBe(true);
      expect(await isDrawable(freeText(words))).toBe(true);
    },
  );

  test.each(['Москва', 'λόγος', 'שלום', 'مرحبا', '中文', '日本語', '한국어', 'Name: Иван'])(
    'in letters without a font cannot be drawn: %s',
    async (words) => {
      expect(await isDrawable(field(words))).toBe(false);
      expect(await isDrawable(freeText(words))).toBe(false);
    },
  );

  test.each([
    ['that brings its glyphs', embeddedFont],
    ['that names its glyphs', namedGlyphs],
    ['that is composite (Type 0)', { Type: 'Font', Subtype: 'Type0', BaseFont: 'Own' }],
  ])('in such letters can be drawn by a font %s', async (_, font) => {
    expect(await isDrawable(field('Москва'), font)).toBe(true);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
    ['own style', { DA: PDFString.of('0 g /Own -12.5 Tf') }, { DA: PDFString.of('/Other 12 Tf') }, true],
    ['own style before that of the form', { DA: PDFString.of('/Other 12 Tf') }, { DA: style }, false],
    ['own style in hexadecimal digits', { DA: PDFHexString.fromText('/Own 0 Tf') }, {}, true],
    ['style of the parent field', { DA: undefined, Parent: { DA: style } }, {}, true],
    ['style of the form', { DA: undefined }, { DA: style }, true],
    ['no style', { DA: undefined }, {}, false],
    ['style that names a missing font', { DA: PDFString.of('/Absent 12 Tf') }, {}, false],
    ['style without a size', { DA: PDFString.of('/Own Tf') }, {}, false],
    ['style in a form without fonts', {}, { DR: undefined }, false],
  ])('its letters are checked against the font that its style names: %s', async (_, note, form, expected) => {
    expect(await isDrawable({ ...field('Москва'), ...note }, embeddedFont, form)).toBe(expected);
  });

  test('cannot be drawn with a font whose dictionary has no Subtype', async () => {
    const { Subtype, ...unknown } = embeddedFont;
    expect(Subtype).toBe('Type1');
    expect(await isDrawable(field('Москва'), unknown)).toBe(false);
  });

  test('takes its value from its parent field', async () => {
    expect(await isDrawable({ Subtype: 'Widget', Parent: field('Москва') })).toBe(false);
  });

  test('shows the caption of a button', async () => {
    expect(await isDrawable({ Subtype: 'Widget', MK: { CA: PDFHexString.fromText('Печать') } })).toBe(false);
    expect(await isDrawable({ ...field('Print'), MK: { CA: PDFHexString.fromText('Печать') } })).toBe(false);
  });

  test('does not show its Contents as text', async () => {
    expect(await isDrawable({ Subtype: 'Square', Contents: PDFHexString.fromText('Москва') })).toBe(true);
  });
});
