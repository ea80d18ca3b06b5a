import type { PageFacts } from '@sixpence/contracts/events/events';
import sharp from 'sharp';
import { tilePixels } from '../limits.js';
import { looksOf } from './page-looks.js';
import type { OpenedPdf, RenderedPage } from './renderer.js';

export interface PageImages {
  page: number;
  facts: PageFacts;
  tile: Buffer;
  image: Buffer;
}

/** While one page is compressed (other threads do that) the next is drawn; more would only cost memory. */
const pagesAhead = 2;

/** Every page in order, drawn once: the large image, the tile, and the facts come from the same pixels. */
export async function* renderPages(pdf: OpenedPdf): AsyncGenerator<PageImages> {
  const underWay: Promise<PageImages>[] = [];
  for (let page = 1; page <= pdf.pageCount; page += 1) {
    const images = compress(page, await pdf.render(page));
    // Its failure is met when its turn comes.
    images.catch(() => undefined);
    underWay.push(images);
    if (underWay.length >= pagesAhead) yield await (underWay.shift() as Promise<PageImages>);
  }
  for (const images of underWay) yield await images;
}

async function compress(page: number, rendered: RenderedPage): Promise<PageImages> {
  const { width, height, widthPoints, heightPoints } = rendered;
  const pixels = sharp(rendered.pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  const [image, small] = await Promise.all([
    pixels.clone().jpeg({ quality: 80 }).toBuffer(),
    pixels
      .clone()
      .resize(tilePixels, tilePixels, { fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  ]);
  const { data, info } = small;
  const tile = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const facts = { widthPoints: rounded(widthPoints), heightPoints: rounded(heightPoints), ...looksOf(data) };
  return { page, facts, tile, image };
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
