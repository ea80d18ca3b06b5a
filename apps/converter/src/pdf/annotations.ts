import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFStream,
  type PDFDocument,
  type PDFObject,
} from './pdf-lib.js';
import { dictAt, everyDict, itemsOf, nameOf, valuesOf } from './objects.js';

/** They point, or open, and are no marks on paper. */
const onScreenOnly = ['Link', 'Popup'];

/** Kinds that say themselves how they look, so that a reader can draw them (ISO 32000-1, 12.5.6). */
const drawnByReaders = [
  ...['Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink', 'FreeText', 'Widget'],
  ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
];

const hiddenFlag = 1 << 1;
const printFlag = 1 << 2;

/** What would be printed of a page's notes and form fields: those with the Print flag that are not hidden. */
function printedAnnotationsOf(page: PDFDict): PDFDict[] {
  return itemsOf(page.lookup(PDFName.of('Annots'))).filter(
    (annotation) => annotation instanceof PDFDict && isPrinted(annotation),
  ) as PDFDict[];
}

function isPrinted(annotation: PDFDict): boolean {
  if (onScreenOnly.includes(kindOf(annotation))) return false;
  const flags = annotation.lookup(PDFName.of('F'));
  const bits = flags instanceof PDFNumber ? flags.asNumber() : 0;
  return (bits & printFlag) !== 0 && (bits & hiddenFlag) === 0;
}

/** The references to a page's notes and fields that a redrawing shows: those with a drawing, or that say how to draw it. */
export function notesOf(page: PDFDict): PDFObject[] {
  const annotations = page.lookup(PDFName.of('Annots'));
  if (!(annotations instanceof PDFArray)) return [];
  return annotations.asArray().filter((entry) => {
    const annotation = page.context.lookup(entry);
    if (!(annotation instanceof PDFDict) || !isPrinted(annotation)) return false;
    // What shows where a note is to be opened is a reader's button, and not the document's.
    return drawnByReaders.includes(kindOf(annotation)) || annotationLook(annotation) !== undefined;
  });
}

/** What leads from a note to somewhere else: to its page, to other notes, to what happens when it is clicked. */
const ways = ['P', 'Popup', 'IRT', 'A', 'AA', 'Dest', 'XFA'];

/** Takes from a document whatever could lead from a page's notes to other pages, so that they can be copied alone. */
export function withoutWays(document: PDFDocument): void {
  for (const dict of everyDict(document)) {
    const isNoteOrForm = ['Rect', 'Fields', 'FT'].some((name) => dict.has(PDFName.of(name)));
    if (isNoteOrForm) for (const way of ways) dict.delete(PDFName.of(way));
  }
}

/** How a page's printed annotations look, in every state that they can be in. */
export function appearancesOf(page: PDFDict): PDFStream[] {
  return printedAnnotationsOf(page).flatMap((annotation) => {
    const normal = annotationLook(annotation);
    if (normal instanceof PDFStream) return [normal];
    return normal instanceof PDFDict ? valuesOf(normal).filter((look) => look instanceof PDFStream) : [];
  });
}

/** What would be printed of a page that has no drawing of its own, or an outdated one, and says how to draw it. */
export function undrawnOf(document: PDFDocument, page: PDFDict): PDFDict[] {
  const isOutdated = fieldsAreOutdated(document);
  return printedAnnotationsOf(page).filter((annotation) => {
    const kind = kindOf(annotation);
    if (!drawnByReaders.includes(kind)) return false;
    if (kind === 'Widget')
      return (isOutdated || !annotationLook(annotation)) && hasSomethingToShow(annotation);
    return !annotationLook(annotation);
  });
}

/** The form itself asks readers to draw the values of its fields anew. */
function fieldsAreOutdated({ catalog }: PDFDocument): boolean {
  const form = dictAt(catalog, 'AcroForm');
  return form?.lookup(PDFName.of('NeedAppearances'))?.toString() === 'true';
}

function hasSomethingToShow(widget: PDFDict): boolean {
  return inheritedOf(widget, 'V') !== undefined || dictAt(widget, 'MK') !== undefined;
}

const maxFieldDepth = 50;

/** Fields take values from those above them. */
export function inheritedOf(field: PDFDict, name: string): PDFObject | undefined {
  let at: PDFDict | undefined = field;
  for (let depth = 0; at && depth < maxFieldDepth; depth += 1) {
    const value = at.lookup(PDFName.of(name));
    if (value !== undefined) return value;
    at = dictAt(at, 'Parent');
  }
  return undefined;
}

function annotationLook(annotation: PDFDict): PDFObject | undefined {
  return dictAt(annotation, 'AP')?.lookup(PDFName.of('N'));
}

export function kindOf(annotation: PDFDict): string {
  return nameOf(annotation.lookup(PDFName.of('Subtype'))) ?? '';
}
