import type { PageFacts } from '@sixpence/contracts/events/events';
import { sharp } from '../sharp.js';
import { looksOf } from './page-looks.js';
import type { OpenedPdf, RenderedPage } from './renderer.js';
import { shrink } from './shrink.js';

export interface PageImages {
  page: number;
  facts: PageFacts;
  tile: Buffer;
  image: Buffer;
}

/**
 * How many pages are drawn and compressed at a time: while other threads compress one page, the next is
 * drawn. More pages would only cost memory.
 */
const pagesAhead = 3;

/** Optimal code tables would double the work and save 4 % of the bytes. */
const jpeg = { quality: 80, optimiseCoding: false };

/** Draws every page once, in order: the large image, the tile, and the facts come from the same pixels. */
export async function* renderPages(pdf: OpenedPdf): AsyncGenerator<PageImages> {
  const underWay: Promise<PageImages>[] = [];
  for (let page = 1; page <= pdf.pageCount; page += 1) {
    const images = compress(page, await pdf.render(page));
    // The loop below waits for it, and throws its error.
    images.catch(() => undefined);
    underWay.push(images);
    if (underWay.length >= pagesAhead) yield await (underWay.shift() as Promise<PageImages>);
  }
  for (const images of underWay) yield await images;
}

async function compress(page: number, rendered: RenderedPage): Promise<PageImages> {
  const { width, height, widthPoints, heightPoints } = rendered;
  const small = shrink(rendered.pixels, rendered);
  const [image, tile] = await Promise.all([
    sharp(rendered.pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg(jpeg)
      .toBuffer(),
    sharp(small.pixels, { raw: { width: small.width, height: small.height, channels: 3 } })
      .jpeg(jpeg)
      .toBuffer(),
  ]);
  const facts = {
    widthPoints: rounded(widthPoints),
    heightPoints: rounded(heightPoints),
    ...looksOf(small.pixels),
  };
  return { page, facts, tile, image };
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
