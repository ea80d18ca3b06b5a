import { sheets } from '@sixpence/content/product-sheets';
import type { ProductSheet } from '@sixpence/contracts/enquiries';
import { drawBlocks } from './blocks.js';
import { drawTitle, finish, newSheet } from './sheet.js';

/** Sheets are the same for all readers, so each is drawn at its first request and cached. */
const pdfs = new Map<ProductSheet, Promise<Buffer>>();

/** The product sheet for a kind of organisation, such as student accommodation, as PDF. */
export function productSheetPdf(name: ProductSheet): Promise<Buffer> {
  const known = pdfs.get(name) ?? draw(name);
  pdfs.set(name, known);
  return known;
}

async function draw(name: ProductSheet): Promise<Buffer> {
  const { title, lead, changed, blocks } = sheets[name];
  const sheet = newSheet({ title: `Sixpence: ${title}`, at: new Date(changed) });
  drawTitle(sheet, title, lead);
  drawBlocks(sheet, blocks);
  return finish(sheet, 'Sixpence: print anywhere with six digits');
}
