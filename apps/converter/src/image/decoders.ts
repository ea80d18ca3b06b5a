import type { PictureDecoder } from '@sixpence/contracts/file-types';
import type { Sharp } from 'sharp';
import { limits } from '../limits.js';
import { sharp } from '../sharp.js';
import { Unconvertible } from '../unconvertible.js';
import { openBitmap } from './bitmap.js';

/**
 * The pictures of a file, one for each page, as sharp objects.
 * @throws Unconvertible `too-large` before pixels are unpacked, `too-many-pages`; any error for a damaged
 *   file
 */
type Decoder = (bytes: Buffer) => Iterable<Sharp> | AsyncIterable<Sharp>;

/** By the decoder names of the table of file types. */
export const decoders: Record<PictureDecoder, Decoder> = {
  /** The first picture of an animation. */
  single: (bytes) => [sharp(bytes, reading)],
  sheets,
  bitmap: (bytes) => [openBitmap(bytes)],
};

const reading = { limitInputPixels: limits.imagePixels, failOn: 'error' } as const;

async function* sheets(bytes: Buffer): AsyncGenerator<Sharp> {
  const { pages = 1 } = await sharp(bytes, reading).metadata();
  if (pages > limits.pages) throw new Unconvertible('too-many-pages');
  for (let page = 0; page < pages; page += 1) yield sharp(bytes, { ...reading, page });
}
