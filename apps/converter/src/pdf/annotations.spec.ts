import { PDFDocument, PDFName } from './pdf-lib.js';
import { describe, expect, test } from '@jest/globals';
import { appearancesOf, notesOf, undrawnOf } from './annotations.js';

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
 * Whether an annotation makes its page incomplete, whether it is drawn there, and whether its own appearance
 * counts.
 */
async function treatmentOf(flags: number | undefined) {
  const [asking, drawn] = [await pageWith(flags, false), await pageWith(flags, true)];
  return {
    asksForADrawing: undrawnOf(asking.document, asking.node).length === 1,
    isDrawnAnew: notesOf(asking.node).length === 1,
    itsDrawingCounts: appearancesOf(drawn.node).length === 1,
  };
}

describe('an annotation', () => {
  test('with the print flag is printed', async () => {
    expect(await treatmentOf(printed)).toEqual({
      asksForADrawing: true,
      isDrawnAnew: true,
      itsDrawingCounts: true,
    });
  });

  test.each<[string, number | undefined]>([
    ['hidden, although it is for paper', printed | hidden],
    ['hidden', hidden],
    ['for the screen alone', 0],
    ['for nothing that it says', undefined],
  ])('that is %s is not printed, and does not change its page', async (_, flags) => {
    expect(await treatmentOf(flags)).toEqual({
      asksForADrawing: false,
      isDrawnAnew: false,
      itsDrawingCounts: false,
    });
  });
});
