import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';

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

/** Text on every page, a coloured square on some, a photograph on others. */
export async function aMixedPdf(pages: number): Promise<Buffer> {
  const colorPages = Array.from({ length: pages }, (_, index) => index + 1).filter((page) => page % 3 === 0);
  const document = await PDFDocument.load(await aPdf({ pages, colorPages }));
  const create = { width: 1_200, height: 800, channels: 3 as const, background: '#888' };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const photo = await sharp({ create: { ...create, noise } })
    .blur(2)
    .jpeg()
    .toBuffer();
  const image = await document.embedJpg(photo);
  for (const [index, page] of document.getPages().entries()) {
    if (index % 4 === 0) page.drawImage(image, { x: 72, y: 60, width: 450, height: 300 });
    for (let line = 0; line < 25; line += 1) {
      page.drawText('The quick brown fox prints a page and pays for what came out of the printer.', {
        x: 72,
        y: 690 - line * 12,
        size: 10,
      });
    }
  }
  return Buffer.from(await document.save());
}

export async function pageCount(pdf: Uint8Array): Promise<number> {
  return (await PDFDocument.load(pdf)).getPageCount();
}
