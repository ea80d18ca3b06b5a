import { PDFDocument, PDFName, type PDFDict, type PDFRef } from '../pdf-lib.js';
import { expect, test } from '@jest/globals';
import { glyphNamesOf, hasMissingFonts, isLatinOnly, missingFontsOf } from './missing-fonts.js';
import { walkPages } from '../page-tree.js';

type Resources = Record<string, unknown>;
type Make = (document: PDFDocument) => Resources;

const textOperators = 'BT /F1 12 Tf (a) Tj ET';

const missing = ({ context }: PDFDocument): PDFRef =>
  context.register(
    context.obj({ Type: 'Font', Subtype: 'TrueType', BaseFont: 'Calibri', Encoding: 'WinAnsiEncoding' }),
  );

/** A form with this content and these entries. */
const form = (
  { context }: PDFDocument,
  resources: Resources,
  content = textOperators,
  entries: Resources = {},
) =>
  context.register(
    context.stream(content, { Type: 'XObject', Subtype: 'Form', Resources: resources, ...entries } as never),
  );

async function namesOn(make: Make, content = textOperators): Promise<string[]> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.node.set(PDFName.of('Resources'), document.context.obj(make(document) as never));
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream(content)));
  const loaded = await PDFDocument.load(await document.save());
  const [first] = walkPages(loaded);
  if (!first) throw new Error('There is a page');
  const found = missingFontsOf(first).map((font) => font.get(PDFName.of('BaseFont'))?.toString() ?? '');
  expect(new Set(found).size).toBe(found.length);
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
  ['in a graphics state', (document) => ({ ExtGState: { G: { Font: [missing(document), 12] } } })],
  [
    'in the glyphs of another font',
    (document) => ({
      Font: { F1: { Type: 'Font', Subtype: 'Type3', Resources: { Font: { F1: missing(document) } } } },
    }),
  ],
])('a missing font is found %s', async (_, make) => {
  expect(await namesOn(make)).toEqual(['/Calibri']);
});

test('each missing font is found once, even if it is used several times, and no other font is found', async () => {
  const make: Make = (document) => {
    const [calibri, cambria] = [missing(document), { Type: 'Font', Subtype: 'MMType1', BaseFont: 'Cambria' }];
    const inner = form(document, { Font: { F1: calibri, F2: cambria } }, '/F1 9 Tf /F2 9 Tf');
    const standard = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' };
    return { Font: { F1: calibri, F3: standard }, XObject: { X: inner, Y: inner } };
  };
  expect((await namesOn(make, '/F1 9 Tf /F3 9 Tf')).sort()).toEqual(['/Calibri', '/Cambria']);
});

test.each<[string, string, Resources]>([
  ['a form without resources uses the fonts of its page', 'Form', {}],
  ['a form with resources does not', 'Form', { Resources: {} }],
  ['a picture uses none', 'Image', {}],
])('%s', async (_, Subtype, entries) => {
  const make: Make = (document) => {
    const { context } = document;
    const drawing = context.stream(textOperators, { Type: 'XObject', Subtype, ...entries });
    return { Font: { F1: missing(document) }, XObject: { X: context.register(drawing) } };
  };
  const found = Subtype === 'Form' && !('Resources' in entries);
  expect(await namesOn(make, '/X Do')).toEqual(found ? ['/Calibri'] : []);
});

test.each<[string, (document: PDFDocument) => unknown, boolean]>([
  [
    'uses a font if its content is cut between the name and the size of the font',
    () => ['BT /F1', '12 Tf ET'],
    true,
  ],
  ['does not use a font if neither of two pieces of content sets it', () => ['BT /F1', 'gs ET'], false],
  ['does not use a font if it has no content', () => undefined, false],
  [
    'counts as using its font if a piece of its content cannot be read',
    () => ['q', { Filter: 'LZWDecode' }],
    true,
  ],
])('a page %s', async (_, make, expected) => {
  const document = await PDFDocument.create();
  const { context } = document;
  const { node } = document.addPage();
  const piece = (given: unknown) =>
    context.register(typeof given === 'string' ? context.stream(given) : context.stream('', given as never));
  const content = make(document);
  if (Array.isArray(content)) node.set(PDFName.of('Contents'), context.obj(content.map(piece)));
  else node.delete(PDFName.of('Contents'));
  node.set(PDFName.of('Resources'), context.obj({ Font: { F1: missing(document) } }));
  const [page] = walkPages(await PDFDocument.load(await document.save()));
  expect(missingFontsOf(page!)).toHaveLength(expected ? 1 : 0);
});

test('a missing font is found in the appearance of a printed note', async () => {
  const document = await PDFDocument.create();
  const { context } = document;
  const { node } = document.addPage();
  const note = { Subtype: 'Square', F: 4, AP: { N: form(document, { Font: { F1: missing(document) } }) } };
  node.set(PDFName.of('Annots'), context.obj([note] as never));
  expect(missingFontsOf(walkPages(document)[0]!)).toHaveLength(1);
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

test('a standard font is missing when it needs letters other than Latin', async () => {
  const encoding = { Type: 'Encoding', Differences: [65, 'afii10017'] };
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: encoding };
  expect(await namesOn(() => ({ Font: { F1: font } }))).toEqual(['/Helvetica']);
});

test('a cycle of forms and a chain of a thousand forms terminate', async () => {
  const ring: Make = (document) => {
    const own = document.context.nextRef();
    const inner = document.context.stream(textOperators, {
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

const embedded = (name: string) => ({ FontDescriptor: { [name]: 'Here' } });
const described = { FontDescriptor: { Flags: 32 } };
const differences = (...names: string[]) => ({ Encoding: { Differences: [65, ...names] } });

const hasMissing = async (entries: Resources) => {
  const document = await PDFDocument.create();
  document.context.register(document.context.obj(entries as never));
  return hasMissingFonts(document);
};

test.each<[string, Resources]>([
  ['a composite font (Type 0)', { Subtype: 'Type0', DescendantFonts: [described] }],
  ['a Type 1 font', { Subtype: 'Type1', ...described }],
  ['a multiple master', { Subtype: 'MMType1' }],
  ['Helvetica-Light, which is not a standard font', { Subtype: 'Type1', BaseFont: 'Helvetica-Light' }],
])('%s that is not embedded is missing', async (_, entries) => {
  expect(await hasMissing(entries)).toBe(true);
});

test.each<[string, Resources]>([
  ['an embedded composite font (Type 0)', { Subtype: 'Type0', DescendantFonts: [embedded('FontFile3')] }],
  ['a composite font (Type 0) without a descendant', { Subtype: 'Type0', DescendantFonts: [] }],
  ['a font of drawings (Type 3)', { Subtype: 'Type3' }],
  ['a descendant alone', { Subtype: 'CIDFontType2' }],
  ['an object that is no font', { Type: 'Other', Subtype: 'Type1' }],
  ...['FontFile', 'FontFile2', 'FontFile3'].map((name): [string, Resources] => [
    `a font with a ${name}`,
    { Subtype: 'Type1', ...embedded(name) },
  ]),
  ...['Courier', 'Helvetica', 'Times'].flatMap((family) =>
    (family === 'Times'
      ? ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic']
      : ['', '-Bold', '-Oblique', '-BoldOblique'].map((style) => family + style)
    ).map((name): [string, Resources] => [name, { Subtype: 'Type1', BaseFont: name }]),
  ),
  ['Symbol', { Subtype: 'Type1', BaseFont: 'Symbol', ...differences('alpha') }],
  ['ZapfDingbats', { Subtype: 'Type1', BaseFont: 'ZapfDingbats' }],
])('%s is not missing', async (_, entries) => {
  expect(await hasMissing(entries)).toBe(false);
});

test.each([
  ...[
    'afii10017',
    'uni0416',
    'u0416',
    'u1F600',
    'Gcommaaccent',
    'aogonek',
    'Amacron',
    'gbreve',
    'Zdotaccent',
  ],
  ...[
    'ohungarumlaut',
    'dcroat',
    'alphatonos',
    'ccaron',
    'Cacute',
    'zacute',
    'Alpha',
    'beta',
    'Gamma',
    'delta',
  ],
  ...['Epsilon', 'zeta', 'Eta', 'theta', 'Iota', 'kappa', 'Lambda', 'Mu', 'nu', 'Xi', 'omicron', 'Pi', 'rho'],
  ...['sigma', 'Sigma1', 'tau', 'Upsilon', 'phi', 'Chi', 'psi', 'Omega'],
])('a font with the glyph %s is not Latin only', async (glyph) => {
  const { context } = await PDFDocument.create();
  const font = (entries: Resources) =>
    context.obj({ Subtype: 'Type1', BaseFont: 'Helvetica', ...entries } as never) as unknown as PDFDict;
  expect(isLatinOnly(font(differences('A', glyph)))).toBe(false);
});

test.each<[string, Resources, boolean]>([
  ['without an encoding of its own', { Encoding: 'WinAnsiEncoding' }, true],
  [
    'with Latin names',
    differences('Scaron', 'Zcaron', 'eacute', 'Aacute', 'mu', 'breve', 'uni', 'afii', 'Germandbls', 'ogonek'),
    true,
  ],
  ['that is composite (Type 0)', { Subtype: 'Type0' }, false],
  ['that is embedded', embedded('FontFile2'), false],
])('whether a font %s is Latin only', async (_, entries, expected) => {
  const { context } = await PDFDocument.create();
  const font = context.obj({ Subtype: 'Type1', ...entries } as never) as unknown as PDFDict;
  expect(isLatinOnly(font)).toBe(expected);
});

test('the glyph names of a font are those of its encoding, without the codes between them', async () => {
  const { context } = await PDFDocument.create();
  const font = context.obj({ Encoding: { Differences: [1, 'A', 'B', 90, 'C'] } } as never);
  expect(glyphNamesOf(font as unknown as PDFDict)).toEqual(['A', 'B', 'C']);
});
