import type { PictureName } from '@sixpence/content/content';
import { pictureWords as words } from '@sixpence/content/picture-words';
import { ink, keepTogether, margin, pale, press, type Sheet, widthOf } from './sheet.js';

const line = '#cfcbc0';
const good = '#1c7350';
const warn = '#8a5c00';
const glass = '#23284d';
const tint = '#f3f1ea';
const pressSoft = '#fdecf3';
const padding = 14;
const width = 290;

/** A position in points from the top left of the page. */
interface Spot {
  x: number;
  y: number;
}
interface Box extends Spot {
  width: number;
  height: number;
}

interface Drawing {
  height: number;
  draw: (sheet: Sheet, spot: Spot) => void;
}

/** The pictures that the site draws from its components, drawn for paper with the same words. */
const drawings: Readonly<Record<PictureName, Drawing>> = {
  code: { height: 64, draw: drawCode },
  keypad: { height: 142, draw: drawKeypad },
  pages: { height: 84, draw: drawPages },
  price: { height: 112, draw: (sheet, spot) => drawList(sheet, spot, words.enough) },
  shortfall: { height: 126, draw: (sheet, spot) => drawList(sheet, spot, words.tooLittle, words.short) },
  home: { height: 88, draw: drawHome },
};

/** Draws a picture in the middle of the page, with its caption below. */
export function drawPicture(sheet: Sheet, picture: PictureName, caption: string): void {
  const { height, draw } = drawings[picture];
  const framed = height + 2 * padding;
  sheet.font('regular').fontSize(9);
  keepTogether(sheet, framed + sheet.heightOfString(caption, { width: widthOf(sheet) }) + 12);
  const y = sheet.y + 4;
  box(sheet, { x: margin, y, width: widthOf(sheet), height: framed }, { fill: tint });
  draw(sheet, { x: margin + (widthOf(sheet) - width) / 2, y: y + padding });
  sheet
    .font('regular')
    .fontSize(9)
    .fillColor(pale)
    .text(caption, margin, y + framed + 5, { width: widthOf(sheet) });
  sheet.y += 8;
}

/** The code area of the dashboard. */
function drawCode(sheet: Sheet, { x, y }: Spot): void {
  box(sheet, { x: x + 45, y, width: width - 90, height: 64 }, { fill: pressSoft, edge: press });
  drawDigits(sheet, { x, y: y + 10 }, words.code);
  say(sheet, words.goodFor, { x, y: y + 43, width, height: 12 }, { color: pale, size: 8 });
}

/** The keypad on the printer's screen, with four digits typed. */
function drawKeypad(sheet: Sheet, { x, y }: Spot): void {
  box(sheet, { x, y, width, height: 142 }, { fill: '#ffffff', edge: glass, thick: 5 });
  drawDigits(sheet, { x, y: y + 14 }, words.typed);
  for (const [at, key] of words.keys.entries()) {
    const area = { x: x + 16 + (at % 5) * 53, y: y + 52 + Math.floor(at / 5) * 27, width: 46, height: 22 };
    box(sheet, area, { fill: '#ffffff', edge: line });
    say(sheet, key, area, { bold: true });
  }
  const login = { x: x + 16, y: y + 107, width: width - 32, height: 23 };
  box(sheet, login, { fill: press });
  say(sheet, words.login, login, { bold: true, color: '#ffffff' });
}

/** The pages of a document, one of them left out. */
function drawPages(sheet: Sheet, { x, y }: Spot): void {
  for (const [at, isKept] of [true, true, false, true].entries()) {
    const page = { x: x + 10 + at * 72, y, width: 58, height: 82 };
    if (!isKept) sheet.dash(3, { space: 3 });
    box(sheet, page, { fill: isKept ? '#ffffff' : tint, edge: isKept ? good : pale });
    sheet.undash();
    for (const row of [14, 24, 34])
      box(sheet, { x: page.x + 9, y: y + row, width: 40, height: 4 }, { fill: line });
    if (isKept) drawTick(sheet, { x: page.x + 42, y: y + 66 });
  }
}

/** The documents on the printer's screen: the price of each, the total, and the balance. */
function drawList(sheet: Sheet, { x, y }: Spot, balance: string, short?: string): void {
  const height = short === undefined ? 112 : 126;
  box(sheet, { x, y, width, height }, { fill: '#ffffff', edge: glass, thick: 5 });
  for (const [at, { name, pages, price, ticked }] of words.documents.entries()) {
    const row = { x: x + 14, y: y + 12 + at * 25, width: width - 28, height: 21 };
    box(sheet, row, { fill: '#ffffff', edge: line });
    box(
      sheet,
      { x: row.x + 7, y: row.y + 5, width: 11, height: 11 },
      { edge: ticked ? good : pale, round: 2 },
    );
    if (ticked) drawTick(sheet, { x: row.x + 9, y: row.y + 8 });
    say(sheet, name, { ...row, x: row.x + 25 }, { align: 'left' });
    say(sheet, pages, { ...row, width: row.width - 48 }, { align: 'right', color: pale });
    say(sheet, price, { ...row, width: row.width - 8 }, { align: 'right', bold: true });
  }
  const sums = { x: x + 14, y: y + 88, width: width - 28, height: 14 };
  say(sheet, `${words.total} ${words.cost}    ${words.balance} ${balance}`, sums, {
    align: 'left',
    bold: true,
  });
  if (short !== undefined) {
    say(sheet, short, { ...sums, y: sums.y + 15 }, { align: 'left', bold: true, color: warn });
  }
}

/** The printer's screen while it prints, with the home icon in its corner. */
function drawHome(sheet: Sheet, { x, y }: Spot): void {
  box(sheet, { x, y, width, height: 88 }, { fill: '#ffffff', edge: glass, thick: 5 });
  box(sheet, { x: x + 14, y: y + 14, width: 28, height: 28 }, { fill: '#ffffff', edge: press });
  const [left, top] = [x + 21, y + 20];
  sheet
    .moveTo(left, top + 7)
    .lineTo(left + 7, top)
    .lineTo(left + 14, top + 7)
    .lineTo(left + 14, top + 15)
    .lineTo(left, top + 15)
    .closePath()
    .lineWidth(1.2)
    .strokeColor(ink)
    .stroke();
  say(
    sheet,
    words.home,
    { x: x + 52, y: y + 14, width: width - 62, height: 28 },
    { align: 'left', color: pale, size: 8 },
  );
  say(sheet, words.page, { x, y: y + 52, width, height: 20 }, { bold: true, size: 14 });
}

/** Six boxes; the first ones contain the digits. */
function drawDigits(sheet: Sheet, { x, y }: Spot, digits: string): void {
  for (let at = 0; at < words.code.length; at += 1) {
    const digit = digits[at];
    const area = { x: x + (width - 6 * 24) / 2 + at * 24, y, width: 20, height: 27 };
    box(sheet, area, { fill: '#ffffff', edge: digit === undefined ? line : press });
    if (digit !== undefined) say(sheet, digit, area, { bold: true, size: 14 });
  }
}

function drawTick(sheet: Sheet, { x, y }: Spot): void {
  sheet
    .moveTo(x, y + 3)
    .lineTo(x + 3, y + 6)
    .lineTo(x + 8, y)
    .lineWidth(1.4)
    .strokeColor(good)
    .stroke();
}

function box(
  sheet: Sheet,
  { x, y, width: wide, height }: Box,
  { fill, edge, thick = 1, round = 5 }: { fill?: string; edge?: string; thick?: number; round?: number },
): void {
  sheet.roundedRect(x, y, wide, height, round).lineWidth(thick);
  if (fill !== undefined && edge !== undefined) sheet.fillAndStroke(fill, edge);
  else if (fill !== undefined) sheet.fill(fill);
  else if (edge !== undefined) sheet.stroke(edge);
}

/** Words in the middle of a box's height. */
function say(
  sheet: Sheet,
  text: string,
  within: Box,
  style: { bold?: boolean; size?: number; color?: string; align?: 'left' | 'right' },
): void {
  const { bold = false, size = 9, color = ink, align = 'center' } = style;
  sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color);
  const high = sheet.heightOfString(text, { width: within.width });
  sheet.text(text, within.x, within.y + (within.height - high) / 2, { width: within.width, align });
}
