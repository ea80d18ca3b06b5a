import { expect, test } from '@jest/globals';
import { walkPages } from './page-tree.js';
import { PDFDocument, PDFName } from './pdf-lib.js';

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
