import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Seller } from './papers.js';

export type Sheet = PDFKit.PDFDocument;

export const margin = 50;
const footerHeight = 30;
export const ink = '#14171f';
export const pale = '#5b6270';
const line = '#d5d9e0';
export const press = '#d6246e';

const require = createRequire(import.meta.url);
const fontFile = (name: string) =>
  require.resolve(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`);

/** The fonts have Latin, Greek, and Cyrillic with all their marks. They are read for the first paper. */
let fonts: { regular: Buffer; bold: Buffer } | undefined;

/** An A4 paper. Deterministic: the same `title`, `at`, and drawing produce the same bytes. */
export function newSheet({ title, at }: { title: string; at: Date }): Sheet {
  const sheet = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Producer: 'Sixpence', Creator: 'Sixpence', CreationDate: at, ModDate: at },
  });
  fonts ??= { regular: readFileSync(fontFile('400Regular')), bold: readFileSync(fontFile('700Bold')) };
  sheet.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  return sheet.font('regular').fontSize(10).fillColor(ink);
}

export function widthOf(sheet: Sheet): number {
  return sheet.page.width - 2 * margin;
}

/**
 * The name of the paper on the left, the seller on the right.
 * @returns the y position below
 */
export function drawHead(sheet: Sheet, title: string, seller: Seller): number {
  const half = widthOf(sheet) / 2;
  sheet.font('bold').fontSize(22).text(title, margin, margin, { width: half });
  const titleBottom = sheet.y;
  const lines = [...seller.address, ...(seller.vatNumber === undefined ? [] : [`VAT ${seller.vatNumber}`])];
  sheet.fontSize(10).text(seller.name, margin + half, margin + 6, { width: half, align: 'right' });
  sheet.font('regular').fillColor(pale);
  for (const text of lines) sheet.text(text, { width: half, align: 'right' });
  sheet.fillColor(ink);
  return Math.max(titleBottom, sheet.y) + 24;
}

/** The title of a paper below the brand, with a sentence about it. Sets `sheet.y` to the position below. */
export function drawTitle(sheet: Sheet, title: string, lead: string): void {
  const width = widthOf(sheet);
  sheet.font('bold').fontSize(11).fillColor(press).text('Sixpence', margin, margin, { width });
  sheet.fontSize(24).fillColor(ink).text(title, { width });
  sheet.font('regular').fontSize(12).fillColor(pale).text(lead, { width });
  drawRule(sheet, sheet.y + 8);
  sheet.y += 14;
}

/**
 * Names and their values, below each other.
 * @returns the y position below
 */
export function drawFacts(
  sheet: Sheet,
  facts: readonly (readonly [name: string, value: string])[],
  top: number,
): number {
  let y = top;
  for (const [name, value] of facts) {
    sheet.fillColor(pale).text(name, margin, y, { width: 110 });
    sheet.fillColor(ink).text(value, margin + 120, y, { width: widthOf(sheet) - 120 });
    y = sheet.y + 3;
  }
  return y + 14;
}

export function drawRule(sheet: Sheet, y: number): void {
  sheet
    .moveTo(margin, y)
    .lineTo(margin + widthOf(sheet), y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
}

/** Begins a new page when this page has less room than `height`. */
export function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.page.height - sheet.page.margins.bottom) sheet.addPage();
}

/** Numbers the pages and ends the paper. @returns the PDF */
export function finish(sheet: Sheet, footer: string): Promise<Buffer> {
  const { count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page);
    // Below the margin, where text would otherwise begin a new page.
    sheet.page.margins.bottom = 0;
    const y = sheet.page.height - margin;
    sheet.font('regular').fontSize(8).fillColor(pale);
    sheet.text(footer, margin, y, { width: widthOf(sheet) - 80, lineBreak: false });
    sheet.text(`${page + 1} of ${count}`, margin, y, {
      width: widthOf(sheet),
      align: 'right',
      lineBreak: false,
    });
  }
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    sheet.on('data', (part: Buffer) => parts.push(part));
    sheet.on('end', () => resolve(Buffer.concat(parts)));
    sheet.on('error', reject);
    sheet.end();
  });
}
