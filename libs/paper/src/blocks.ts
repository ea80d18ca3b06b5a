import type { Block, Text } from '@sixpence/content/content';
import { plain } from '@sixpence/content/plain-text';
import { ink, margin, pale, widthOf, type Sheet } from './sheet.js';

const bodySize = 10;
const indent = 18;
/** What has to have room below a heading, so that none stands alone at the foot of a page. */
const withHeading = 60;

/** Draws what pages say, one block below the other, from where the sheet has come to. */
export function drawBlocks(sheet: Sheet, blocks: readonly Block[]): void {
  for (const block of blocks) drawBlock(sheet, block);
}

function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.kind) {
    case 'heading':
      keepTogether(sheet, withHeading);
      sheet.y += 6;
      sheet
        .font('bold')
        .fontSize(13)
        .fillColor(ink)
        .text(block.words, margin, sheet.y, { width: widthOf(sheet) });
      sheet.y += 3;
      return;
    case 'paragraph':
      drawText(sheet, block.text);
      sheet.y += 6;
      return;
    case 'note':
      drawNote(sheet, block.text);
      return;
    case 'steps':
      for (const [at, step] of block.steps.entries()) drawMarked(sheet, `${at + 1}.`, step.text);
      sheet.y += 3;
      return;
    case 'list':
      for (const item of block.items) drawMarked(sheet, '•', item);
      sheet.y += 3;
      return;
    case 'cards':
      for (const { title, text } of block.cards) drawMarked(sheet, '•', [{ strong: `${title}. ` }, ...text]);
      sheet.y += 3;
      return;
    // Paper has no screens and no ways on; what a picture shows its caption says, where it says anything new. Who sells is
    // said in a place of its own.
    case 'picture':
    case 'link':
    case 'seller':
      return;
  }
}

function drawMarked(sheet: Sheet, mark: string, text: Text): void {
  const { y } = roomFor(sheet, text, indent);
  sheet
    .font('regular')
    .fontSize(bodySize)
    .fillColor(pale)
    .text(mark, margin, y, { width: indent, lineBreak: false });
  sheet.y = y;
  drawText(sheet, text, indent);
  sheet.y += 3;
}

function drawNote(sheet: Sheet, text: Text): void {
  const { y, height } = roomFor(sheet, text, 2 * indent, 24);
  sheet
    .roundedRect(margin, y + 2, widthOf(sheet), height + 16, 6)
    .fillColor('#f6f1e3')
    .fill();
  sheet.y = y + 10;
  drawText(sheet, text, indent, indent);
  sheet.y += 14;
}

/** Text with its strong words, from the left edge and `left` in. */
function drawText(sheet: Sheet, text: Text, left = 0, right = 0): void {
  sheet.fontSize(bodySize).fillColor(ink);
  sheet.text('', margin + left, sheet.y);
  for (const [at, piece] of text.entries()) {
    const isStrong = typeof piece !== 'string' && 'strong' in piece;
    sheet.font(isStrong ? 'bold' : 'regular').text(plain([piece]), {
      width: widthOf(sheet) - left - right,
      continued: at < text.length - 1,
      lineGap: 1.5,
    });
  }
}

/** Begins a new page when a text does not fit on this one. @returns where it stands, and how high it is */
function roomFor(sheet: Sheet, text: Text, left: number, more = 0): { y: number; height: number } {
  const height = sheet
    .font('bold')
    .fontSize(bodySize)
    .heightOfString(plain(text), { width: widthOf(sheet) - left, lineGap: 1.5 });
  keepTogether(sheet, height + more);
  return { y: sheet.y, height };
}

function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.page.height - sheet.page.margins.bottom) sheet.addPage();
}
