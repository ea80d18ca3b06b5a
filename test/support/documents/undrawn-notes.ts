import { PDFBool, PDFName, PDFString, type PDFArray, type PDFDict, type PDFDocument } from '@cantoo/pdf-lib';

const printFlag = 4;
const rect = [40, 20, 280, 80];
const red = [0.9, 0.1, 0.1];
/** The corners of a marked line of text, in the order that PDF readers expect. */
const quads = [40, 70, 280, 70, 40, 35, 280, 35];

type Entries = Record<string, unknown>;

/** Annotations without an appearance stream: the PDF viewer has to draw them by their type. */
export const notes = {
  square: { Subtype: 'Square', C: red, BS: { W: 4 } },
  circle: { Subtype: 'Circle', C: red, IC: [1, 1, 0], BS: { W: 3 } },
  line: { Subtype: 'Line', C: red, L: [45, 25, 275, 75], LE: ['None', 'OpenArrow'], BS: { W: 3 } },
  polygon: { Subtype: 'Polygon', C: red, Vertices: [50, 25, 270, 25, 160, 75], BS: { W: 3 } },
  polyline: { Subtype: 'PolyLine', C: red, Vertices: [50, 25, 110, 75, 170, 25, 270, 75], BS: { W: 3 } },
  ink: { Subtype: 'Ink', C: red, InkList: [[50, 30, 100, 70, 150, 30, 270, 70]], BS: { W: 4 } },
  highlight: { Subtype: 'Highlight', C: [1, 1, 0], QuadPoints: quads },
  underline: { Subtype: 'Underline', C: red, QuadPoints: quads },
  squiggly: { Subtype: 'Squiggly', C: red, QuadPoints: quads },
  'strike-out': { Subtype: 'StrikeOut', C: red, QuadPoints: quads },
  'free text': {
    Subtype: 'FreeText',
    C: [1, 1, 0.6],
    DA: PDFString.of('0 0 1 rg /Helv 24 Tf'),
    Contents: PDFString.of('Free text'),
  },
  'text field': {
    Subtype: 'Widget',
    FT: 'Tx',
    T: PDFString.of('a'),
    V: PDFString.of('A value'),
    DA: PDFString.of('/Helv 24 Tf 0 g'),
  },
  'choice field': {
    Subtype: 'Widget',
    FT: 'Ch',
    Ff: 1 << 17,
    T: PDFString.of('b'),
    DA: PDFString.of('/Helv 24 Tf 0 g'),
    V: PDFString.of('Second'),
    Opt: [PDFString.of('First'), PDFString.of('Second')],
  },
} as const satisfies Record<string, Entries>;

export type NoteKind = keyof typeof notes;

/**
 * Annotations that must not be printed: hidden ones, ones for the screen alone, links, and buttons that only
 * the PDF viewer draws.
 */
export const unprinted = {
  'a hidden note': { ...notes.square, F: printFlag | 2 },
  'a note for the screen alone': { ...notes.square, F: 0 },
  'a link with a border': { Subtype: 'Link', Border: [0, 0, 3], C: red },
  'the button of a sticky note': { Subtype: 'Text', Contents: PDFString.of('Open me'), C: red },
} as const satisfies Record<string, Entries>;

/** An annotation for paper alone. Readers do not show it on a screen. */
export const onPaperAlone = { ...notes.square, F: printFlag | 32 };

/** Adds a page with one annotation. */
export function addNote(document: PDFDocument, note: Entries): void {
  const { context } = document;
  const page = document.addPage([320, 100]);
  const annotation = context.obj({
    Type: 'Annot',
    Rect: rect,
    F: printFlag,
    P: page.ref,
    ...note,
  } as never) as unknown as PDFDict;
  const reference = context.register(annotation);
  page.node.set(PDFName.of('Annots'), context.obj([reference]));
  if (note.Subtype === 'Widget') fieldsOf(document).push(reference);
}

function fieldsOf(document: PDFDocument) {
  const { context, catalog } = document;
  if (!catalog.has(PDFName.of('AcroForm'))) {
    const helvetica = context.obj({
      Type: 'Font',
      Subtype: 'Type1',
      BaseFont: 'Helvetica',
      Encoding: 'WinAnsiEncoding',
    });
    const form = { Fields: [], DR: { Font: { Helv: context.register(helvetica) } } };
    catalog.set(PDFName.of('AcroForm'), context.register(context.obj(form)));
  }
  const form = catalog.lookup(PDFName.of('AcroForm')) as PDFDict;
  return form.lookup(PDFName.of('Fields')) as PDFArray;
}

/** Marks the form's fields as outdated, so that they must be drawn anew. */
export function outdate(document: PDFDocument): void {
  (document.catalog.lookup(PDFName.of('AcroForm')) as PDFDict).set(
    PDFName.of('NeedAppearances'),
    PDFBool.True,
  );
}
