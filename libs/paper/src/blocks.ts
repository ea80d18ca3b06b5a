import type { Block, Piece, Text } from '@sixpence/content/content';
import { plain } from '@sixpence/content/plain-text';
import { drawPicture } from './pictures.js';
import { ink, keepTogether, margin, pale, widthOf, type Sheet } from './sheet.js';

const bodySize = 10;
const indent = 18;
/** The height that must remain below a heading, so that a heading is never the last line of a page. */
const spaceBelowHeading = 60;

/** Ends the link of the previous words. The package's types do not allow null here. */
const noLink = { goTo: null, underline: false } as unknown as PDFKit.Mixins.TextOptions;

/**
 * Draws the blocks of a page below each other, from the sheet's current position.
 * @param destinations the site's pages that this PDF contains as named destinations; links to them lead
 * within the PDF
 */
export function drawBlocks(
  sheet: Sheet,
  blocks: readonly Block[],
  destinations: ReadonlySet<string> = new Set(),
): void {
  for (const block of blocks) drawBlock({ sheet, destinations }, block);
}

interface Paper {
  sheet: Sheet;
  destinations: ReadonlySet<string>;
}

function drawBlock(paper: Paper, block: Block): void {
  const { sheet } = paper;
  switch (block.kind) {
    case 'heading':
      keepTogether(sheet, spaceBelowHeading);
      sheet.y += 6;
      sheet
        .font('bold')
        .fontSize(13)
        .fillColor(ink)
        .text(block.words, margin, sheet.y, { width: widthOf(sheet) });
      sheet.y += 3;
      return;
    case 'paragraph':
      drawText(paper, block.text);
      sheet.y += 6;
      return;
    case 'note':
      drawNote(paper, block.text);
      return;
    case 'steps':
      for (const [at, step] of block.steps.entries()) drawMarked(paper, `${at + 1}.`, step.text);
      sheet.y += 3;
      return;
    case 'list':
      for (const item of block.items) drawMarked(paper, '•', item);
      sheet.y += 3;
      return;
    case 'cards':
      for (const { title, text } of block.cards) drawMarked(paper, '•', [{ strong: `${title}. ` }, ...text]);
      sheet.y += 3;
      return;
    case 'picture':
      drawPicture(sheet, block.picture, block.caption);
      return;
    // A PDF needs no navigation. The head of the paper names the seller.
    case 'link':
    case 'seller':
      return;
  }
}

function drawMarked(paper: Paper, mark: string, text: Text): void {
  const { sheet } = paper;
  const { y } = makeRoomFor(sheet, text, indent);
  sheet
    .font('regular')
    .fontSize(bodySize)
    .fillColor(pale)
    .text(mark, margin, y, { width: indent, lineBreak: false });
  sheet.y = y;
  drawText(paper, text, indent);
  sheet.y += 3;
}

function drawNote(paper: Paper, text: Text): void {
  const { sheet } = paper;
  const { y, height } = makeRoomFor(sheet, text, 2 * indent, 24);
  sheet
    .roundedRect(margin, y + 2, widthOf(sheet), height + 16, 6)
    .fillColor('#f6f1e3')
    .fill();
  sheet.y = y + 10;
  drawText(paper, text, indent, indent);
  sheet.y += 14;
}

/** Text with its strong words and links, indented by `left` and `right`. */
function drawText({ sheet, destinations }: Paper, text: Text, left = 0, right = 0): void {
  sheet.fontSize(bodySize).fillColor(ink);
  sheet.text('', margin + left, sheet.y);
  for (const [at, piece] of text.entries()) {
    const isLink = typeof piece !== 'string' && 'to' in piece && destinations.has(piece.to);
    sheet.font(isStrong(piece) ? 'bold' : 'regular').text(plain([piece]), {
      width: widthOf(sheet) - left - right,
      ...(isLink ? { goTo: piece.to, underline: true } : noLink),
      continued: at < text.length - 1,
      lineGap: 1.5,
    });
  }
}

function isStrong(piece: Piece): boolean {
  return typeof piece !== 'string' && 'strong' in piece;
}

/**
 * Begins a new page when a text does not fit on this one.
 * @returns the text's position and its height
 */
function makeRoomFor(sheet: Sheet, text: Text, left: number, extraHeight = 0): { y: number; height: number } {
  const height = sheet
    .font(text.some(isStrong) ? 'bold' : 'regular')
    .fontSize(bodySize)
    .heightOfString(plain(text), { width: widthOf(sheet) - left, lineGap: 1.5 });
  keepTogether(sheet, height + extraHeight);
  return { y: sheet.y, height };
}
