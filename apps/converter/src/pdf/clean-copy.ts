import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFStream,
  PDFWriter,
  type PDFContext,
  type PDFObject,
} from './pdf-lib.js';
import type { PageNode } from './page-tree.js';

/**
 * Entries of streams that refer to other files, or hold data that is never drawn (ISO 32000-1, tables 5, 89,
 * 95).
 */
const unwantedInStreams = [
  'F',
  'FFilter',
  'FDecodeParms',
  'Ref',
  'OPI',
  'AF',
  'Metadata',
  'PieceInfo',
  'Alternates',
];

/** The kept entries of optional content (layers): the list of layers, and their visibility. */
const layerEntries = ['OCGs', 'D'];
const layerStateEntries = ['BaseState', 'ON', 'OFF', 'AS'];

/**
 * A new document of only these pages: their contents, resources, and boxes. Scripts, actions, attachments,
 * links, forms, outlines, and metadata are not copied. Pages may belong to another document that was redrawn.
 */
export async function cleanCopy(source: PDFDocument, pages: readonly PageNode[]): Promise<Buffer> {
  stripStreams(source);
  return copyOf(source, pages, ['OCProperties']);
}

/** A copy with the form, for the converter's own programs only, so that the fields can be drawn. */
export async function copyWithForm(source: PDFDocument, pages: readonly PageNode[]): Promise<Buffer> {
  return copyOf(source, pages, ['OCProperties', 'AcroForm']);
}

async function copyOf(
  source: PDFDocument,
  pages: readonly PageNode[],
  besides: readonly string[],
): Promise<Buffer> {
  const target = await PDFDocument.create({ updateMetadata: false });
  const copiers = new Map<PDFContext, PDFObjectCopier>();
  const copierFor = (context: PDFContext) => {
    const copier = copiers.get(context) ?? PDFObjectCopier.for(context, target.context);
    copiers.set(context, copier);
    return copier;
  };
  const parent = target.context.nextRef();
  const kids = target.context.obj([]);
  for (const { node, entries } of pages) {
    const page = target.context.obj({ Type: 'Page', Parent: parent });
    for (const [name, value] of entries) page.set(name, copierFor(node.context).copy(value));
    kids.push(target.context.register(page));
  }
  target.context.assign(parent, target.context.obj({ Type: 'Pages', Kids: kids, Count: pages.length }));
  target.catalog.set(PDFName.of('Pages'), parent);
  for (const name of besides) {
    const value = name === 'OCProperties' ? layersOf(source) : source.catalog.get(PDFName.of(name));
    if (value) target.catalog.set(PDFName.of(name), copierFor(source.context).copy(value));
  }
  return Buffer.from(await PDFWriter.forContext(target.context, Infinity).serializeToBuffer());
}

/** Whether a page has annotations that are printed, which links are not. */
export function hasPrintableAnnotations({ node }: PageNode): boolean {
  const annotations = node.lookup(PDFName.of('Annots'));
  if (!(annotations instanceof PDFArray)) return false;
  return Array.from({ length: annotations.size() }, (_, index) => annotations.lookup(index)).some(
    (annotation) => annotation instanceof PDFDict && !isOnScreenOnly(annotation),
  );
}

function isOnScreenOnly(annotation: PDFDict): boolean {
  const kind = annotation.lookup(PDFName.of('Subtype'));
  return kind === PDFName.of('Link') || kind === PDFName.of('Popup');
}

function stripStreams(document: PDFDocument): void {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue;
    for (const name of unwantedInStreams) object.dict.delete(PDFName.of(name));
  }
}

function layersOf(document: PDFDocument): PDFDict | undefined {
  const all = document.catalog.lookup(PDFName.of('OCProperties'));
  if (!(all instanceof PDFDict)) return undefined;
  const layers = only(all, layerEntries);
  const state = layers.lookup(PDFName.of('D'));
  if (state instanceof PDFDict) layers.set(PDFName.of('D'), only(state, layerStateEntries));
  return layers;
}

function only(dict: PDFDict, names: string[]): PDFDict {
  const kept = new Map<PDFName, PDFObject>();
  for (const name of names) {
    const value = dict.get(PDFName.of(name));
    if (value !== undefined) kept.set(PDFName.of(name), value);
  }
  return PDFDict.fromMapWithContext(kept, dict.context);
}
