import type { Message } from './fence/messages.js';
import { imageToPdf } from './image/image-to-pdf.js';
import { normalisePdf } from './pdf/normalise.js';
import type { Renderer } from './pdf/renderer.js';
import { renderPages } from './pdf/render-pages.js';
import { Unconvertible } from './unconvertible.js';

export type Say = (message: Message, ...parts: Uint8Array[]) => Promise<void>;

interface Conversion {
  mediaType: string;
  keepPages?: number[] | undefined;
  bytes: Buffer;
}

/**
 * One document, start to end, behind the fence: the normalised PDF first, then each page's facts and images.
 * Price and print go by the normalised PDF only.
 * @throws Unconvertible, or whatever a library throws at a damaged document
 */
export async function convert({ mediaType, keepPages, bytes }: Conversion, renderer: Renderer, say: Say) {
  const isPdf = mediaType === 'application/pdf';
  const { pdf, pageCount } = isPdf ? await normalisePdf(bytes, keepPages) : await imageToPdf(bytes);
  const opened = await renderer.open(pdf);
  if (opened.pageCount !== pageCount) throw new Unconvertible('damaged');
  await say({ type: 'normalised', pageCount }, pdf);
  for await (const { page, facts, tile, image } of renderPages(opened)) {
    await say({ type: 'page', page, facts, tileBytes: tile.length }, tile, image);
  }
}
