import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';

export interface PdfOptions {
  readonly pages: number;
  /** Numbers of pages, from 1, that have a red square besides their text. */
  readonly colorPages?: readonly number[];
  readonly title?: string;
}

const A4: [number, number] = [595.276, 841.89];

/** A small real PDF, A4, with "Page n of N" on every page. */
export async function aPdf({ pages, colorPages = [], title = 'A document' }: PdfOptions): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage(A4);
    page.drawText(`${title}: page ${number} of ${pages}`, { x: 72, y: 720, size: 24, font });
    if (colorPages.includes(number))
      page.drawRectangle({ x: 72, y: 400, width: 200, height: 200, color: rgb(0.9, 0.1, 0.1) });
  }
  return Buffer.from(await document.save());
}

export async function pageCount(pdf: Uint8Array): Promise<number> {
  return (await PDFDocument.load(pdf)).getPageCount();
}
