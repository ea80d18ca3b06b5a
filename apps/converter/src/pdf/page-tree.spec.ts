import { describe, expect, test } from '@jest/globals';
import { limits } from '../limits.js';
import { walkPages } from './page-tree.js';
import { PDFDocument, PDFName, type PDFContext, type PDFDict, type PDFRef } from './pdf-lib.js';

test('a page inherits entries from the nodes above it, unless it has its own', async () => {
  const document = await PDFDocument.create();
  const [own, inherited] = [document.addPage([300, 200]), document.addPage()];
  const root = document.catalog.Pages();
  root.set(PDFName.of('MediaBox'), document.context.obj([0, 0, 100, 150]));
  root.set(PDFName.of('Rotate'), document.context.obj(90));
  own.node.set(PDFName.of('Rotate'), document.context.obj(180));
  inherited.node.delete(PDFName.of('MediaBox'));

  const found = walkPages(document).map(({ entries }) =>
    ['MediaBox', 'Rotate'].map((name) => String(entries.get(PDFName.of(name)))),
  );
  expect(found).toEqual([
    ['[ 0 0 300 200 ]', '180'],
    ['[ 0 0 100 150 ]', '90'],
  ]);
});

/** The pages of a document with this root of its tree: of each page, the entry `Contents`. */
async function contentsBelow(make: (context: PDFContext) => PDFRef | PDFDict): Promise<string[]> {
  const document = await PDFDocument.create();
  document.catalog.set(PDFName.of('Pages'), make(document.context));
  return walkPages(document).map(({ entries }) => String(entries.get(PDFName.of('Contents'))));
}

const dictOf = (context: PDFContext, entries: Record<string, unknown>) =>
  context.obj(entries as never) as unknown as PDFDict;
const page = (context: PDFContext, name = 'Own') => dictOf(context, { Type: 'Page', Contents: name });

/** A page below this many nodes. */
function chain(context: PDFContext, nodes: number): PDFDict {
  let node = page(context);
  for (let depth = 0; depth < nodes; depth += 1) node = dictOf(context, { Kids: [node] });
  return node;
}

describe('a page tree', () => {
  test('gives its pages in order, repeats a page that occurs twice, and skips objects that are no nodes', async () => {
    const made = contentsBelow((context) => {
      const [one, two, three] = ['One', 'Two', 'Three'].map((name) => context.register(page(context, name)));
      return dictOf(context, { Count: 99, Kids: [one, { Kids: [two, 'Nothing', one] }, three] });
    });
    expect(await made).toEqual(['/One', '/Two', '/One', '/Three']);
  });

  test('may be a single page', async () => {
    expect(await contentsBelow((context) => page(context))).toEqual(['/Own']);
  });

  test('may have a page below a hundred nodes, and not below more', async () => {
    expect(await contentsBelow((context) => chain(context, 100))).toEqual(['/Own']);
    await expect(contentsBelow((context) => chain(context, 101))).rejects.toMatchObject({
      reason: 'damaged',
    });
  });

  test('may have 500 pages, and no more', async () => {
    const pages = (count: number) =>
      contentsBelow((context) =>
        dictOf(context, { Kids: Array.from({ length: count }, () => page(context)) }),
      );
    expect(await pages(limits.pages)).toHaveLength(500);
    await expect(pages(limits.pages + 1)).rejects.toMatchObject({ reason: 'too-many-pages' });
  });

  test('may have 20,000 nodes, and no more', async () => {
    const nodes = (count: number) =>
      contentsBelow((context) => {
        const empty = context.register(dictOf(context, { Kids: [] }));
        return dictOf(context, { Kids: [...Array.from({ length: count - 2 }, () => empty), page(context)] });
      });
    expect(await nodes(20_000)).toEqual(['/Own']);
    await expect(nodes(20_001)).rejects.toMatchObject({ reason: 'damaged' });
  });

  test.each<[string, (context: PDFContext) => PDFRef | PDFDict]>([
    ['without pages', (context) => dictOf(context, { Kids: [] })],
    ['that is no node', (context) => context.nextRef()],
    [
      'that contains itself',
      (context) => {
        const own = context.nextRef();
        const pages = Array.from({ length: 9 }, () => page(context));
        context.assign(own, dictOf(context, { Kids: [...pages, own] }));
        return own;
      },
    ],
  ])('%s is damaged', async (_, make) => {
    await expect(contentsBelow(make)).rejects.toMatchObject({ reason: 'damaged' });
  });
});

test('of a page, only its contents, resources, box, rotation, group, and unit are kept', async () => {
  const document = await PDFDocument.create();
  const names = ['Contents', 'Group', 'UserUnit', 'Resources', 'Rotate', 'Annots', 'AA', 'Metadata', 'Tabs'];
  const entries = Object.fromEntries(names.map((name) => [name, 1]));
  const above = { MediaBox: [0, 0, 9, 9], Contents: 2, Group: 2, UserUnit: 2 };
  const kids = [{ ...entries, CropBox: [0, 0, 5, 5] }, {}];
  document.catalog.set(PDFName.of('Pages'), document.context.obj({ ...above, Kids: kids } as never));
  const found = walkPages(document).map(({ entries: kept }) =>
    Object.fromEntries([...kept].map(([name, value]) => [name.decodeText(), String(value)])),
  );
  expect(found).toEqual([
    { Contents: '1', Group: '1', UserUnit: '1', Resources: '1', Rotate: '1', MediaBox: '[ 0 0 5 5 ]' },
    { MediaBox: '[ 0 0 9 9 ]' },
  ]);
});
