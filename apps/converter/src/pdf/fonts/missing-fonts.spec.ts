import { PDFDocument, PDFName, type PDFRef } from '../pdf-lib.js';
import { expect, test } from '@jest/globals';
import { hasMissingFonts, missingFontsOf } from './missing-fonts.js';
import { walkPages } from '../page-tree.js';

type Resources = Record<string, unknown>;
type Make = (document: PDFDocument) => Resources;

const writing = 'BT /F1 12 Tf (a) Tj ET';

const missing = ({ context }: PDFDocument): PDFRef =>
  context.register(
    context.obj({ Type: 'Font', Subtype: 'TrueType', BaseFont: 'Calibri', Encoding: 'WinAnsiEncoding' }),
  );

/** A form with this content and these entries. */
const form = ({ context }: PDFDocument, resources: Resources, content = writing, entries: Resources = {}) =>
  context.register(
    context.stream(content, { Type: 'XObject', Subtype: 'Form', Resources: resources, ...entries } as never),
  );

async function namesOn(make: Make, content = writing): Promise<string[]> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.node.set(PDFName.of('Resources'), document.context.obj(make(document) as never));
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream(content)));
  const loaded = await PDFDocument.load(await document.save());
  const [first] = walkPages(loaded);
  if (!first) throw new Error('There is a page');
  const found = missingFontsOf(first).map((font) => font.get(PDFName.of('BaseFont'))?.toString() ?? '');
  if (found.length > 0) expect(hasMissingFonts(loaded)).toBe(true);
  return found;
}

test.each<[string, Make]>([
  ['on the page', (document) => ({ Font: { F1: missing(document) } })],
  ['in a form', (document) => ({ XObject: { X: form(document, { Font: { F1: missing(document) } }) } })],
  [
    'in a form in a form',
    (document) => ({
      XObject: { X: form(document, { XObject: { Y: form(document, { Font: { F1: missing(document) } }) } }) },
    }),
  ],
  ['in a pattern', (document) => ({ Pattern: { P: form(document, { Font: { F1: missing(document) } }) } })],
  [
    'although it does not say that it is a font',
    () => ({ Font: { F1: { Subtype: 'TrueType', BaseFont: 'Calibri', Encoding: 'WinAnsiEncoding' } } }),
  ],
  [
    'although it says only by a reference that it is a font',
    ({ context }) => ({
      Font: { F1: { Type: context.register(PDFName.of('Font')), Subtype: 'TrueType', BaseFont: 'Calibri' } },
    }),
  ],
  [
    'in a mask',
    (document) => ({
      ExtGState: { G: { SMask: { G: form(document, { Font: { F1: missing(document) } }) } } },
    }),
  ],
  ['in a state of the page', (document) => ({ ExtGState: { G: { Font: [missing(document), 12] } } })],
  [
    'in the glyphs of another font',
    (document) => ({
      Font: { F1: { Type: 'Font', Subtype: 'Type3', Resources: { Font: { F1: missing(document) } } } },
    }),
  ],
])('a missing font is found %s', async (_, make) => {
  expect(await namesOn(make)).toEqual(['/Calibri']);
});

test('a missing font is found by an escaped name', async () => {
  const make: Make = (document) => ({ Font: { 'F 1*': missing(document) } });
  expect(await namesOn(make, 'BT /F#201#2a 9 Tf ET')).toEqual(['/Calibri']);
});

test.each([
  ['there are comments before its operator', 'BT /F1%Tf ET\r12 % the size\nTf (a) Tj ET'],
  ['spaces are the character NUL', 'BT /F1\0 12\0Tf (a) Tj ET'],
  ['there are no spaces', 'BT/F1 +12.Tf(a)Tj ET'],
  ['a string looks like the beginning of a comment', '(100 %) Tj /F1 12 Tf (a) Tj'],
  ['a picture looks like the beginning of a string', 'BI /W 1 /H 1 /BPC 8 /CS /G ID ( EI BT /F1 9 Tf'],
])('a missing font is found although %s', async (_, content) => {
  expect(await namesOn((document) => ({ Font: { F1: missing(document) } }), content)).toEqual(['/Calibri']);
});

test('content packed with a predictor may use any font', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.node.set(PDFName.of('Resources'), document.context.obj({ Font: { F1: missing(document) } }));
  const packed = document.context.flateStream('\0BT /F\x001 9 T\0f ET', {
    DecodeParms: { Predictor: 12, Columns: 5 },
  });
  page.node.set(PDFName.of('Contents'), document.context.register(packed));
  const [first] = walkPages(await PDFDocument.load(await document.save()));
  expect(first && missingFontsOf(first)).toHaveLength(1);
});

test.each<[string, Make]>([
  [
    'every printer has',
    () => ({ Font: { F1: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Times-Roman' } } }),
  ],
  ['is not used', (document) => ({ Font: { F: missing(document), F2: missing(document) } })],
  [
    'is embedded',
    ({ context }) => ({
      Font: {
        F1: {
          ...{ Type: 'Font', Subtype: 'TrueType', BaseFont: 'Calibri' },
          FontDescriptor: context.obj({ FontFile2: context.register(context.stream('')) } as never),
        },
      },
    }),
  ],
])('a font that %s is not missing', async (_, make) => {
  expect(await namesOn(make)).toEqual([]);
});

test('a font is not missing because its name occurs as another operand or as a prefix', async () => {
  const content = '/F1 Do /F1 gs /F12 9 Tf /F1\0/F1 BDC /F1';
  expect(await namesOn((document) => ({ Font: { F1: missing(document) } }), content)).toEqual([]);
});

test('a standard font is missing when it needs letters that are not Latin', async () => {
  const encoding = { Type: 'Encoding', Differences: [65, 'afii10017'] };
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: encoding };
  expect(await namesOn(() => ({ Font: { F1: font } }))).toEqual(['/Helvetica']);
});

test('a cycle of forms and a chain of a thousand forms terminate', async () => {
  const ring: Make = (document) => {
    const own = document.context.nextRef();
    const inner = document.context.stream(writing, {
      ...{ Type: 'XObject', Subtype: 'Form' },
      Resources: { XObject: { X: own }, Font: { F1: missing(document) } },
    });
    document.context.assign(own, inner);
    return { XObject: { X: own } };
  };
  expect(await namesOn(ring)).toEqual(['/Calibri']);
  const chain: Make = (document) => {
    let last: Resources = { Font: { F1: missing(document) } };
    for (let length = 0; length < 1_000; length += 1)
      last = { XObject: { X: form(document, last, '/X Do') } };
    return last;
  };
  expect(await namesOn((document) => ({ ...chain(document) }))).toEqual([]);
});
