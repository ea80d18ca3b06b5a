import { decode } from 'bmp-ts';
import type { Sharp } from 'sharp';
import { limits } from '../limits.js';
import { sharp } from '../sharp.js';
import { Unconvertible } from '../unconvertible.js';

/** The length of the oldest header, which has width and height in 16 bits each; all others have 32. */
const oldestHeaderBytes = 12;

/**
 * Opens a Windows bitmap, which sharp does not read. Its size is checked before its pixels are unpacked.
 * @throws Unconvertible `too-large`, or the decoder's error for a damaged file
 */
export function openBitmap(bytes: Buffer): Sharp {
  const isOldest = bytes.readUInt32LE(14) === oldestHeaderBytes;
  const width = isOldest ? bytes.readUInt16LE(18) : Math.abs(bytes.readInt32LE(18));
  const height = isOldest ? bytes.readUInt16LE(20) : Math.abs(bytes.readInt32LE(22));
  if (width * height > limits.imagePixels) throw new Unconvertible('too-large');
  const bitmap = decode(bytes, { toRGBA: true });
  // The decoder makes bitmaps without transparency fully transparent. Few bitmaps have real transparency, so
  // all pixels become opaque.
  for (let alpha = 3; alpha < bitmap.data.length; alpha += 4) bitmap.data[alpha] = 0xff;
  return sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 4 } });
}
