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

/** Annotations that only work on a screen and leave no marks on paper. */
const onScreenOnly = ['Link', 'Popup'];

/** Kinds that hold the data of their drawing, so that a PDF viewer can draw them (ISO 32000-1, 12.5.6). */
const drawnByViewers = [
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Ink',
  'FreeText',
  'Widget',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
];

const hiddenFlag = 1 << 1;
const printFlag = 1 << 2;

/** The notes and form fields of a page that are printed: those with the Print flag that are not hidden. */
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

/**
 * References to the notes and fields that a redrawn page shows: those with a drawing, or with the data for
 * one.
 */
export function notesOf(page: PDFDict): PDFObject[] {
  const annotations = page.lookup(PDFName.of('Annots'));
  if (!(annotations instanceof PDFArray)) return [];
  return annotations.asArray().filter((entry) => {
    const annotation = page.context.lookup(entry);
    if (!(annotation instanceof PDFDict) || !isPrinted(annotation)) return false;
    // The icon that opens a note belongs to the viewer and is not printed.
    return drawnByViewers.includes(kindOf(annotation)) || annotationLook(annotation) !== undefined;
  });
}

/** Entries of a note that refer to its page, to other notes, or to actions. */
const referenceKeys = ['P', 'Popup', 'IRT', 'A', 'AA', 'Dest', 'XFA'];

/** Removes these entries of all notes, fields, and forms, so that pages can be copied alone. */
export function removeReferences(document: PDFDocument): void {
  for (const dict of everyDict(document)) {
    const isNoteOrForm = ['Rect', 'Fields', 'FT'].some((name) => dict.has(PDFName.of(name)));
    if (isNoteOrForm) for (const key of referenceKeys) dict.delete(PDFName.of(key));
  }
}

/** The drawings of a page's printed annotations, in all their states. */
export function appearancesOf(page: PDFDict): PDFStream[] {
  return printedAnnotationsOf(page).flatMap((annotation) => {
    const normal = annotationLook(annotation);
    if (normal instanceof PDFStream) return [normal];
    return normal instanceof PDFDict ? valuesOf(normal).filter((look) => look instanceof PDFStream) : [];
  });
}

/** The printed annotations of a page that have no drawing, or an outdated one, but the data for one. */
export function undrawnOf(document: PDFDocument, page: PDFDict): PDFDict[] {
  const isOutdated = fieldsAreOutdated(document);
  return printedAnnotationsOf(page).filter((annotation) => {
    const kind = kindOf(annotation);
    if (!drawnByViewers.includes(kind)) return false;
    if (kind === 'Widget')
      return (isOutdated || !annotationLook(annotation)) && hasSomethingToShow(annotation);
    return !annotationLook(annotation);
  });
}

/** Whether the form asks PDF viewers to draw the values of its fields again. */
function fieldsAreOutdated({ catalog }: PDFDocument): boolean {
  const form = dictAt(catalog, 'AcroForm');
  return form?.lookup(PDFName.of('NeedAppearances'))?.toString() === 'true';
}

function hasSomethingToShow(widget: PDFDict): boolean {
  return inheritedOf(widget, 'V') !== undefined || dictAt(widget, 'MK') !== undefined;
}

const maxFieldDepth = 50;

/** A field's own or inherited value. */
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
