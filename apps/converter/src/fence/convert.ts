import { fileTypeNamed, type ImportFilter } from '@sixpence/contracts/file-types';
import { normalisePdf, selectPages } from '../pdf/normalise.js';
import type { Renderer } from '../pdf/renderer.js';
import { renderPages } from '../pdf/render-pages.js';
import { Unconvertible } from '../unconvertible.js';
import type { Job, Message } from './messages.js';

interface Conversion extends Job {
  bytes: Buffer;
}

/** The calls of a conversion to the world outside the fence. */
interface Outside {
  say(message: Message, ...parts: Uint8Array[]): Promise<void>;
  /** The current document as LibreOffice prints it. */
  fromOffice(filter: ImportFilter): Promise<Buffer>;
}

/**
 * Converts one document behind the fence: first the normalised PDF, then each page's facts and images. Price
 * and print follow the normalised PDF only.
 * @returns a function that frees the document's memory
 * @throws Unconvertible, or the error of a library that reads a damaged document
 */
export async function convert(
  conversion: Conversion,
  renderer: Renderer,
  outside: Outside,
): Promise<() => void> {
  const { pdf, pageCount } = await normalised(conversion, outside);
  const opened = await renderer.open(pdf);
  if (opened.pageCount !== pageCount) throw new Unconvertible('damaged');
  await outside.say({ type: 'normalised', pageCount }, pdf);
  for await (const { page, facts, tile, image } of renderPages(opened)) {
    await outside.say({ type: 'page', page, facts, tileBytes: tile.length }, tile, image);
  }
  return () => {
    opened.close();
  };
}

async function normalised({ mediaType, keepPages, bytes }: Conversion, outside: Outside) {
  const road = fileTypeNamed(mediaType)?.road;
  switch (road?.by) {
    case 'pdf':
      // Core names only a normalised PDF as the source of a page selection.
      return keepPages ? selectPages(bytes, keepPages) : normalisePdf(bytes);
    case 'office': {
      const { inspectOffice } = await import('../office/inspect.js');
      return normalisePdf(await outside.fromOffice(inspectOffice(mediaType, road, bytes)));
    }
    case 'picture': {
      const { imageToPdf } = await import('../image/image-to-pdf.js');
      return imageToPdf(road.decoder, bytes);
    }
    case undefined:
      throw new Unconvertible('type-mismatch');
  }
}
