import { describe, expect, test } from '@jest/globals';
import { cleanCopy, copyWithForm, hasPrintableAnnotations } from './clean-copy.js';
import { unpackedContentOf } from './objects.js';
import { walkPages } from './page-tree.js';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from './pdf-lib.js';

const unwanted = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI', 'AF', 'Metadata', 'PieceInfo', 'Alternates'];

const keysOf = (dict: unknown) =>
  dict instanceof PDFDict
    ? dict
        .keys()
        .map((key) => key.decodeText())
        .sort()
    : dict;

/** A document of pages of these widths, which share one drawing. */
async function pagesOf(...widths: number[]): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const entries = Object.fromEntries(unwanted.map((name) => [name, 'Elsewhere']));
  const drawing = context.register(context.stream('0 0 9 9 re f', { ...entries, Matrix: [1] }));
  for (const width of widths) {
    const { node } = document.addPage([width, 100]);
    node.set(PDFName.of('Contents'), drawing);
    node.set(PDFName.of('Annots'), context.obj([{ Subtype: 'Square' }]));
  }
  const layers = {
    OCGs: [{ Name: 'Layer' }],
    Configs: [{ Name: 'Other' }],
    D: { BaseState: 'ON', ON: [], OFF: [], AS: [], Order: [], RBGroups: [], Creator: 'A', Name: 'A' },
  };
  catalog.set(PDFName.of('OCProperties'), context.obj(layers as never));
  for (const name of ['AcroForm', 'Outlines', 'Names', 'Metadata', 'OpenAction', 'AA', 'Dests'])
    catalog.set(PDFName.of(name), context.obj({ Kept: name } as never));
  return document;
}

const widthsOf = (document: PDFDocument) => document.getPages().map((page) => page.getWidth());

describe('a clean copy', () => {
  test('has the given pages in their order, each below the new root, with one copy of shared objects', async () => {
    const source = await pagesOf(100, 200, 300);
    const [one, two, three] = walkPages(source);
    const copy = await PDFDocument.load(await cleanCopy(source, [three!, one!, two!]));
    expect(widthsOf(copy)).toEqual([300, 100, 200]);
    const root = copy.catalog.Pages();
    expect(root.get(PDFName.of('Count'))?.toString()).toBe('3');
    for (const { node } of copy.getPages()) {
      expect(node.lookup(PDFName.of('Parent'))).toBe(root);
      expect(keysOf(node)).toEqual(['Contents', 'MediaBox', 'Parent', 'Resources', 'Type']);
    }
    const streams = copy.context
      .enumerateIndirectObjects()
      .filter(([, object]) => object instanceof PDFStream);
    expect(streams).toHaveLength(1);
    expect(keysOf((streams[0]![1] as PDFStream).dict)).toEqual(['Length', 'Matrix']);
  });

  test('may hold pages of another document', async () => {
    const [source, redrawn] = [await pagesOf(100, 200), await pagesOf(300)];
    const drawn = redrawn.context.stream('drawn anew');
    redrawn.getPage(0).node.set(PDFName.of('Contents'), redrawn.context.register(drawn));
    const pages = [walkPages(source)[1]!, walkPages(redrawn)[0]!, walkPages(source)[0]!];
    const copy = await PDFDocument.load(await cleanCopy(source, pages));
    expect(widthsOf(copy)).toEqual([200, 300, 100]);
    const contents = copy
      .getPages()
      .map(({ node }) => unpackedContentOf(node.lookup(PDFName.of('Contents'))));
    expect(contents).toEqual(['0 0 9 9 re f', 'drawn anew', '0 0 9 9 re f']);
  });

  test('keeps the layers and their visibility, and nothing else of the document', async () => {
    const source = await pagesOf(100);
    const copy = await PDFDocument.load(await cleanCopy(source, walkPages(source)));
    expect(keysOf(copy.catalog)).toEqual(['OCProperties', 'Pages', 'Type']);
    const layers = copy.catalog.lookup(PDFName.of('OCProperties'), PDFDict);
    expect(keysOf(layers)).toEqual(['D', 'OCGs']);
    expect(layers.lookup(PDFName.of('OCGs'), PDFArray).size()).toBe(1);
    expect(keysOf(layers.lookup(PDFName.of('D')))).toEqual(['AS', 'BaseState', 'OFF', 'ON']);
  });

  test.each([undefined, 'None'])('has no layers where the document has none: %s', async (layers) => {
    const source = await pagesOf(100);
    source.catalog.delete(PDFName.of('OCProperties'));
    if (layers) source.catalog.set(PDFName.of('OCProperties'), PDFName.of(layers));
    const copy = await PDFDocument.load(await cleanCopy(source, walkPages(source)));
    expect(keysOf(copy.catalog)).toEqual(['Pages', 'Type']);
  });

  test.each([undefined, 'None'])('keeps layers whose states are not a dictionary: %s', async (states) => {
    const source = await pagesOf(100);
    const layers = { OCGs: [{ Name: 'Layer' }], ...(states && { D: states }) };
    source.catalog.set(PDFName.of('OCProperties'), source.context.obj(layers as never));
    const copy = await PDFDocument.load(await cleanCopy(source, walkPages(source)));
    expect(keysOf(copy.catalog.lookup(PDFName.of('OCProperties')))).toEqual(
      states ? ['D', 'OCGs'] : ['OCGs'],
    );
  });

  test('that is made for the converter’s own programs contains the form as well', async () => {
    const source = await pagesOf(100);
    const copy = await PDFDocument.load(await copyWithForm(source, walkPages(source)));
    expect(keysOf(copy.catalog)).toEqual(['AcroForm', 'OCProperties', 'Pages', 'Type']);
    expect(copy.catalog.lookup(PDFName.of('AcroForm'))?.toString()).toContain('/AcroForm');
  });
});

test.each<[string, unknown, boolean]>([
  ['no annotations', undefined, false],
  ['an empty list', [], false],
  ['links and pop-ups only', [{ Subtype: 'Link' }, { Subtype: 'Popup' }, 'Stray'], false],
  ['a note after a link', [{ Subtype: 'Link' }, { Subtype: 'Square' }], true],
  ['an annotation of no kind', [{}], true],
  ['a wrong list', { Subtype: 'Square' }, false],
])('whether a page with %s has printable annotations', async (_, annotations, expected) => {
  const document = await PDFDocument.create();
  const { node } = document.addPage();
  if (annotations) node.set(PDFName.of('Annots'), document.context.obj(annotations as never));
  expect(hasPrintableAnnotations(walkPages(document)[0]!)).toBe(expected);
});
