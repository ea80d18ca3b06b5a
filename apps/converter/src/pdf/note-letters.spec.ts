import { describe, expect, test } from '@jest/globals';
import { canBeWritten } from './note-letters.js';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from './pdf-lib.js';

const style = PDFString.of('/Own 12 Tf 0 g');
const helvetica = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
/** It embeds its glyphs; they are not checked. */
const carried = { ...helvetica, FontDescriptor: { Type: 'FontDescriptor', FontFile2: 'here' } };
const named = { ...helvetica, Encoding: { Type: 'Encoding', Differences: [65, 'afii10030'] } };

/** Whether an annotation can be drawn in a document whose form has this font, and another one. */
async function isWritable(
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
  return canBeWritten(document, made);
}

const field = (words: string) => ({ Subtype: 'Widget', FT: 'Tx', V: PDFHexString.fromText(words) });
const freeText = (words: string) => ({ Subtype: 'FreeText', Contents: PDFHexString.fromText(words) });

describe('an annotation without appearance', () => {
  test.each(['', 'A value', 'Für 5 €\nL’été – “ﬁn”', 'Łódz'])(
    'in Latin letters can be drawn: %j',
    async (words) => {
      expect(await isWritable(field(words))).toBe(true);
      expect(await isWritable(freeText(words))).toBe(true);
    },
  );

  test.each(['Москва', 'λόγος', 'שלום', 'مرحبا', '中文', '日本語', '한국어', 'Name: Иван'])(
    'in letters without a font cannot be drawn: %s',
    async (words) => {
      expect(await isWritable(field(words))).toBe(false);
      expect(await isWritable(freeText(words))).toBe(false);
    },
  );

  test.each([
    ['that brings its glyphs', carried],
    ['that names its glyphs', named],
    ['of two bytes a letter', { Type: 'Font', Subtype: 'Type0', BaseFont: 'Own' }],
  ])('in such letters can be drawn by a font %s', async (_, font) => {
    expect(await isWritable(field('Москва'), font)).toBe(true);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
    ['its own', { DA: PDFString.of('0 g /Own -12.5 Tf') }, { DA: PDFString.of('/Other 12 Tf') }, true],
    ['its own, not the one of the form', { DA: PDFString.of('/Other 12 Tf') }, { DA: style }, false],
    ['its own, in hexadecimal digits', { DA: PDFHexString.fromText('/Own 0 Tf') }, {}, true],
    ['the one of its parent field', { DA: undefined, Parent: { DA: style } }, {}, true],
    ['the one of the form', { DA: undefined }, { DA: style }, true],
    ['none', { DA: undefined }, {}, false],
    ['a missing one', { DA: PDFString.of('/Absent 12 Tf') }, {}, false],
    ['one without a size', { DA: PDFString.of('/Own Tf') }, {}, false],
    ['one of a form without fonts', {}, { DR: undefined }, false],
  ])('is drawn in the font that its style names: %s', async (_, note, form, expected) => {
    expect(await isWritable({ ...field('Москва'), ...note }, carried, form)).toBe(expected);
  });

  test('is not drawn in a dictionary that does not say which kind of font it is', async () => {
    const { Subtype, ...unknown } = carried;
    expect(Subtype).toBe('Type1');
    expect(await isWritable(field('Москва'), unknown)).toBe(false);
  });

  test('takes its value from its parent field', async () => {
    expect(await isWritable({ Subtype: 'Widget', Parent: field('Москва') })).toBe(false);
  });

  test('shows the caption of a button', async () => {
    expect(await isWritable({ Subtype: 'Widget', MK: { CA: PDFHexString.fromText('Печать') } })).toBe(false);
    expect(await isWritable({ ...field('Print'), MK: { CA: PDFHexString.fromText('Печать') } })).toBe(false);
  });

  test('does not show its Contents as text', async () => {
    expect(await isWritable({ Subtype: 'Square', Contents: PDFHexString.fromText('Москва') })).toBe(true);
  });
});
