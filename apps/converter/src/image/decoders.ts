import type { PictureDecoder } from '@sixpence/contracts/file-types';
import type { Sharp } from 'sharp';
import { limits } from '../limits.js';
import { sharp } from '../sharp.js';
import { Unconvertible } from '../unconvertible.js';
import { openBitmap } from './bitmap.js';

/**
 * The pictures of a file, a page each, as sharp takes them.
 * @throws Unconvertible `too-large` by pixels before they are unpacked, `too-many-pages`; or what it likes at a damaged one
 */
type Decoder = (bytes: Buffer) => Iterable<Sharp> | AsyncIterable<Sharp>;

/** By the names that the table of file types gives them. */
export const decoders: Record<PictureDecoder, Decoder> = {
  /** Of an animation the first picture. */
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
