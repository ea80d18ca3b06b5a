import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { rangesInText } from '@sixpence/contracts/printing/page-ranges';
import { formatMoney, money, sum, type Money } from '@sixpence/money/money';
import { byteOrderMark, csvOf, type Cell } from './csv.js';
import { minuteIn, secondIn } from './dates.js';
import type { ContainedVat, StatementLine, StatementPaper } from './papers.js';
import {
  drawFacts,
  drawHead,
  drawRule,
  finish,
  ink,
  margin,
  newSheet,
  pale,
  widthOf,
  type Sheet,
} from './sheet.js';

const linesAtOnce = 500;

/**
 * A statement for spreadsheets, with one row for each of its lines. It yields to other work between batches
 * of rows.
 */
export async function statementCsv({ lines, zone }: Pick<StatementPaper, 'lines' | 'zone'>): Promise<Buffer> {
  const head = [
    `Date (${zone})`,
    'Type',
    'Description',
    'Pages',
    'Colour pages',
    'Amount',
    'Currency',
    'Pages not printed',
    'Returned for them',
    'Id',
    'Which pages',
  ];
  const parts = [byteOrderMark, csvOf([head])];
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    await yieldToOthers();
    parts.push(csvOf(lines.slice(from, from + linesAtOnce).map((line) => cellsOf(line, zone))));
  }
  return Buffer.concat(parts);
}

function cellsOf(
  { at, type, fileName, pages, colorPages, amount, which = [], cameBack, id }: StatementLine,
  zone: string,
): Cell[] {
  const back = cameBack ?? { pages: 0, amount: money(0, amount.currency) };
  return [
    secondIn(zone, at),
    type,
    fileName,
    pages,
    colorPages,
    { plain: decimal(amount) },
    amount.currency,
    back.pages,
    { plain: decimal(back.amount) },
    id,
    rangesInText(which),
  ];
}

function decimal({ minor }: Money): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A statement as PDF. Drawing is slow, so core draws it in a thread of its own (`drawPaper`). */
export function statementPdf(statement: StatementPaper): Promise<Buffer> {
  const { seller, zone, to, lines, vat } = statement;
  const sheet = newSheet({ title: 'Account statement', at: to });
  let y = drawFacts(sheet, statementFacts(statement), drawHead(sheet, 'Account statement', seller));
  y = drawRow(sheet, heads, y, { bold: true });
  for (const line of lines) {
    if (y + heightOf(sheet, line) > sheet.page.height - sheet.page.margins.bottom) {
      sheet.addPage();
      y = drawRow(sheet, heads, margin, { bold: true });
    }
    y = drawLine(sheet, line, zone, y);
  }
  if (lines.length === 0) y = drawRow(sheet, ['', 'No transactions in this period', '', ''], y);
  if (vat.length > 0) drawVat(sheet, vat, y + 20);
  return finish(sheet, `${seller.name} · times are those of ${zone}`);
}

/** The facts above the rows, by name. */
export function statementFacts(statement: Omit<StatementPaper, 'seller' | 'vat'>): [string, string][] {
  const { holder, zone, from, to, opening, closing, lines } = statement;
  const total = (isCounted: (amount: Money) => boolean) =>
    signed(sum(lines.map(({ amount }) => amount).filter(isCounted), opening.currency));
  return [
    ['Account', holder],
    ['Period', `${minuteIn(zone, from)} to ${minuteIn(zone, to)}`],
    ['Balance before', formatMoney(opening)],
    ['Came in', total(({ minor }) => minor > 0)],
    ['Went out', total(({ minor }) => minor < 0)],
    ['Balance after', formatMoney(closing)],
  ];
}

type Row = readonly [at: string, description: string, pages: string, amount: string];

const heads: Row = ['Date', 'Description', 'Pages', 'Amount'];
const widths = { at: 110, pages: 90, amount: 75, gap: 8 };

function descriptionWidth(sheet: Sheet): number {
  return widthOf(sheet) - widths.at - widths.pages - widths.amount - 2 * widths.gap;
}

function noteOf({ pages, which, cameBack }: StatementLine): string | undefined {
  const notes = [
    which && whichInWords(pages, which),
    cameBack &&
      `${count(cameBack.pages, 'page')} did not come out: ${formatMoney(cameBack.amount)} came back`,
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join('; ');
}

/** The most ranges that fit into a line. */
const mostRanges = 6;

function whichInWords(pages: number, which: NonNullable<StatementLine['which']>): string {
  const more = which.length > mostRanges ? ', …' : '';
  return `${pages === 1 ? 'Page' : 'Pages'} ${rangesInText(which.slice(0, mostRanges))}${more}`;
}

/** An amount with its sign: `+` when it entered the balance. */
function signed(amount: Money): string {
  return amount.minor > 0 ? `+${formatMoney(amount)}` : formatMoney(amount);
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function heightOf(sheet: Sheet, line: StatementLine): number {
  const width = descriptionWidth(sheet);
  const name = sheet.font('regular').fontSize(9).heightOfString(line.fileName, { width });
  const note = noteOf(line);
  if (note === undefined) return name + 9;
  return name + Math.max(12, sheet.fontSize(8).heightOfString(note, { width })) + 9;
}

function drawLine(sheet: Sheet, line: StatementLine, zone: string, y: number): number {
  return drawRow(sheet, rowOf(line, zone), y, { note: noteOf(line) });
}

/** The texts in the columns of a line. */
export function rowOf({ at, fileName, pages, colorPages, amount }: StatementLine, zone: string): Row {
  const colors = colorPages === 0 ? '' : ` (${colorPages} colour)`;
  return [minuteIn(zone, at), fileName, pages === 0 ? '' : `${pages}${colors}`, signed(amount)];
}

/** @returns the y position of the next row */
function drawRow(
  sheet: Sheet,
  [at, description, pages, amount]: Row,
  y: number,
  { bold = false, note }: { bold?: boolean; note?: string | undefined } = {},
): number {
  sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(9)
    .fillColor(ink);
  const descriptionLeft = margin + widths.at + widths.gap;
  const pagesLeft = descriptionLeft + descriptionWidth(sheet) + widths.gap;
  sheet.text(at, margin, y, { width: widths.at });
  sheet.text(pages, pagesLeft, y, { width: widths.pages, align: 'right' });
  sheet.text(amount, pagesLeft + widths.pages, y, { width: widths.amount, align: 'right' });
  sheet.text(description, descriptionLeft, y, { width: descriptionWidth(sheet) });
  if (note !== undefined)
    sheet
      .fontSize(8)
      .fillColor(pale)
      .text(note, descriptionLeft, sheet.y, { width: descriptionWidth(sheet) });
  const bottom = sheet.y + 3;
  drawRule(sheet, bottom);
  return bottom + 4;
}

function drawVat(sheet: Sheet, vat: readonly ContainedVat[], top: number): void {
  const rows = vat.map(({ organisation, number, percent, printed, vat: contained }) => [
    `${organisation}${number === undefined ? '' : ` (VAT ${number})`}`,
    `${formatMoney(printed)}, of which VAT ${percent} %: ${formatMoney(contained)}`,
  ]);
  const needed = 30 + rows.length * 32;
  let y = top;
  if (y + needed > sheet.page.height - sheet.page.margins.bottom) {
    sheet.addPage();
    y = margin;
  }
  sheet
    .font('bold')
    .fontSize(10)
    .fillColor(ink)
    .text('VAT contained in printed pages', margin, y, { width: widthOf(sheet) });
  for (const [organisation = '', amounts = ''] of rows) {
    y = sheet.y + 4;
    sheet
      .font('regular')
      .fontSize(9)
      .text(organisation, margin, y, { width: widthOf(sheet) / 2 });
    const below = sheet.y;
    sheet.text(amounts, margin + widthOf(sheet) / 2, y, { width: widthOf(sheet) / 2, align: 'right' });
    sheet.y = Math.max(below, sheet.y);
  }
}
