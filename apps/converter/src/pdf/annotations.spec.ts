import { PDFDocument, PDFName, PDFString, type PDFDict } from './pdf-lib.js';
import { describe, expect, test } from '@jest/globals';
import { appearancesOf, inheritedOf, notesOf, undrawnOf, removeReferences } from './annotations.js';

const hidden = 1 << 1;
const printed = 1 << 2;

/** A page with one square annotation, with or without an appearance. */
async function pageWith(flags: number | undefined, isDrawn: boolean) {
  const document = await PDFDocument.create();
  const { context } = document;
  const drawing = context.register(
    context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] }),
  );
  const square = {
    ...{ Type: 'Annot', Subtype: 'Square', Rect: [0, 0, 9, 9] },
    ...(flags === undefined ? {} : { F: flags }),
    ...(isDrawn ? { AP: { N: drawing } } : {}),
  };
  const { node } = document.addPage();
  node.set(PDFName.of('Annots'), context.obj([context.register(context.obj(square))]));
  return { document, node };
}

/**
 * Whether an annotation without a drawing makes its page incomplete, whether a redrawn page shows it, and
 * whether an annotation's drawing is printed.
 */
async function treatmentOf(flags: number | undefined) {
  const [undrawn, drawn] = [await pageWith(flags, false), await pageWith(flags, true)];
  return {
    makesPageIncomplete: undrawnOf(undrawn.document, undrawn.node).length === 1,
    isOnRedrawnPage: notesOf(undrawn.node).length === 1,
    itsDrawingCounts: appearancesOf(drawn.node).length === 1,
  };
}

describe('an annotation', () => {
  test('with the print flag is printed', async () => {
    expect(await treatmentOf(printed)).toEqual({
      makesPageIncomplete: true,
      isOnRedrawnPage: true,
      itsDrawingCounts: true,
    });
  });

  test.each<[string, number | undefined]>([
    ['with the print flag and the hidden flag', printed | hidden],
    ['with the hidden flag', hidden],
    ['with neither flag', 0],
    ['without flags', undefined],
  ])('%s is not printed, and does not change its page', async (_, flags) => {
    expect(await treatmentOf(flags)).toEqual({
      makesPageIncomplete: false,
      isOnRedrawnPage: false,
      itsDrawingCounts: false,
    });
  });
});

type Entries = Record<string, unknown>;

const drawing = ({ context }: PDFDocument, content = '') =>
  context.register(context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] }));

/** A page with these printed annotations. */
async function pageOf(make: (document: PDFDocument) => Entries[], form?: Entries) {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  if (form) catalog.set(PDFName.of('AcroForm'), context.obj(form as never));
  const { node } = document.addPage();
  const annotations = make(document).map((entries) => context.obj({ F: printed, ...entries } as never));
  node.set(PDFName.of('Annots'), context.obj(annotations));
  return { document, node };
}

const counts = ({ document, node }: Awaited<ReturnType<typeof pageOf>>) => ({
  undrawn: undrawnOf(document, node).length,
  notes: notesOf(node).length,
  appearances: appearancesOf(node).length,
});

describe('the picture of an annotation on its page', () => {
  const drawn = (document: PDFDocument) => ({ AP: { N: drawing(document) } });

  test.each<[string, (document: PDFDocument) => Entries, object]>([
    ['a drawn link', (d) => ({ Subtype: 'Link', ...drawn(d) }), { undrawn: 0, notes: 0, appearances: 0 }],
    ['a drawn pop-up', (d) => ({ Subtype: 'Popup', ...drawn(d) }), { undrawn: 0, notes: 0, appearances: 0 }],
    ['a sticky note', () => ({ Subtype: 'Text' }), { undrawn: 0, notes: 0, appearances: 0 }],
    ['a stamp', (d) => ({ Subtype: 'Stamp', ...drawn(d) }), { undrawn: 0, notes: 1, appearances: 1 }],
    ['a drawn square', (d) => ({ Subtype: 'Square', ...drawn(d) }), { undrawn: 0, notes: 1, appearances: 1 }],
    ['a field without value', () => ({ Subtype: 'Widget' }), { undrawn: 0, notes: 1, appearances: 0 }],
    [
      'a field',
      () => ({ Subtype: 'Widget', V: PDFString.of('a') }),
      { undrawn: 1, notes: 1, appearances: 0 },
    ],
    ['a button', () => ({ Subtype: 'Widget', MK: { BG: [1] } }), { undrawn: 1, notes: 1, appearances: 0 }],
    [
      'a ticked box with a drawing for each state',
      (d) => ({ Subtype: 'Widget', V: 'On', AP: { N: { On: drawing(d), Off: drawing(d), Odd: 7 } } }),
      { undrawn: 0, notes: 1, appearances: 2 },
    ],
  ])('%s', async (_, make, expected) => {
    expect(counts(await pageOf((document) => [make(document)]))).toEqual(expected);
  });

  test.each([
    ...['Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink', 'FreeText'],
    ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
  ])('an annotation of the kind %s without an appearance counts as undrawn', async (Subtype) => {
    expect(counts(await pageOf(() => [{ Subtype }]))).toEqual({ undrawn: 1, notes: 1, appearances: 0 });
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('a drawn field is drawn again when its form asks for that: %s', async (NeedAppearances, undrawn) => {
    const make = (document: PDFDocument) =>
      ['Widget', 'Square'].map((Subtype) => ({ Subtype, V: PDFString.of('a'), ...drawn(document) }));
    const page = await pageOf(make, { NeedAppearances });
    expect(counts(page)).toEqual({ undrawn, notes: 2, appearances: 2 });
    expect(undrawnOf(page.document, page.node).map(String).join()).not.toContain('Square');
  });

  test('a page without annotations, or with a wrong list of them, has no notes', async () => {
    const page = await pageOf(() => []);
    expect(counts(page)).toEqual({ undrawn: 0, notes: 0, appearances: 0 });
    page.node.set(PDFName.of('Annots'), PDFName.of('None'));
    expect(counts(page)).toEqual({ undrawn: 0, notes: 0, appearances: 0 });
  });
});

test.each(['Rect', 'Fields', 'FT'])(
  'the entries that refer to other objects are removed from a dictionary with %s, and from no other',
  async (mark) => {
    const document = await PDFDocument.create();
    const referenceKeys = ['P', 'Popup', 'IRT', 'A', 'AA', 'Dest', 'XFA'];
    const entries = Object.fromEntries(referenceKeys.map((key) => [key, 'Elsewhere']));
    const [note, other] = [{ [mark]: [0], Contents: 'Kept', ...entries }, entries].map((each) =>
      document.context.obj(each as never),
    ) as unknown as [PDFDict, PDFDict];
    for (const each of [note, other]) document.context.register(each);
    removeReferences(document);
    const keys = (dict: PDFDict) => dict.keys().map((key) => key.decodeText());
    expect(keys(note)).toEqual([mark, 'Contents']);
    expect(keys(other)).toEqual(referenceKeys);
  },
);

describe('the value of a field', () => {
  /** A field with this many parents, of which only the uppermost has a value. */
  async function inheritedFrom(above: number, entries: Entries = {}) {
    const { context } = await PDFDocument.create();
    let field = context.obj({ V: 'Above' } as never) as unknown as PDFDict;
    for (let depth = 0; depth < above; depth += 1) field = context.obj({ Parent: field });
    for (const [name, value] of Object.entries(entries))
      field.set(PDFName.of(name), context.obj(value as never));
    return inheritedOf(field, 'V')?.toString();
  }

  test('is its own value, before an inherited one', async () => {
    expect(await inheritedFrom(1)).toBe('/Above');
    expect(await inheritedFrom(1, { V: 'Own' })).toBe('/Own');
  });

  test('is inherited from at most 49 parent fields, so that a cycle ends', async () => {
    expect(await inheritedFrom(49)).toBe('/Above');
    expect(await inheritedFrom(50)).toBeUndefined();
  });
});
