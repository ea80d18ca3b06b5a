import { expect, test } from '@jest/globals';
import { contents } from '@sixpence/content/contents';
import { linesOf } from '@sixpence/content/plain-text';
import { sheets } from '@sixpence/content/product-sheets';
import { helpColumns } from '@sixpence/content/help-columns';
import { productSheets } from '@sixpence/contracts/enquiries';
import { productSheetPdf } from './product-sheet.js';
import { newSheet, type Sheet } from './sheet.js';
import { userGuidePdf } from './user-guide.js';

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test.each(productSheets)('the product sheet about %s has one page, and is drawn only once', async (sheet) => {
  const pdf = await productSheetPdf(sheet);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pagesOf(pdf)).toBe(1);
  expect(await productSheetPdf(sheet)).toBe(pdf);
});

test('the regular font of papers has all letters of the guide and the sheets', () => {
  const allBlocks = [
    ...contents.map(({ blocks }) => blocks),
    ...Object.values(sheets).map(({ blocks }) => blocks),
  ];
  const letters = new Set(allBlocks.flatMap((blocks) => Array.from(linesOf(blocks).join(''))));
  const sheet = newSheet({ title: 'Letters', at: new Date(0) });
  const undrawn = [...letters].filter((letter) => !canDraw(sheet, letter));
  expect([undrawn, canDraw(sheet, '⌘'), letters.size > 50]).toEqual([[], false, true]);
});

test('the guide has each help article and a table of contents, and is deterministic', async () => {
  const pdf = await userGuidePdf();
  const articles: string[] = helpColumns.flatMap(({ articles: paths }) => [...paths]);
  const guideArticles = contents.filter(({ path }) => articles.includes(path));
  const text = pdf.toString('latin1');
  for (const { path } of guideArticles) {
    // The anchor itself, and its line in the table of contents.
    expect(text.split(`(${path})`).length - 1).toBeGreaterThanOrEqual(2);
  }
  // The bookmark of each article, and the title of the guide.
  expect(text.match(/\/Title /g)).toHaveLength(guideArticles.length + 1);
  expect(pagesOf(pdf)).toBeGreaterThan(guideArticles.length);
  expect((await userGuidePdf()).equals(pdf)).toBe(true);
});

/** Whether the current font of a sheet has this letter; that of a new sheet is the regular one. */
function canDraw(sheet: Sheet, letter: string): boolean {
  interface Drawing {
    _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } };
  }
  return (sheet as unknown as Drawing)._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
