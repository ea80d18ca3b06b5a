import { decode } from 'bmp-ts';
import type { Sharp } from 'sharp';
import { limits } from '../limits.js';
import { sharp } from '../sharp.js';
import { Unconvertible } from '../unconvertible.js';

/** The oldest header gives width and height in 16 bits each, all others in 32. */
const oldestHeaderBytes = 12;

/**
 * A Windows bitmap, which sharp does not read. Its size is looked at before its pixels are unpacked.
 * @throws Unconvertible `too-large`, or what the decoder throws at a damaged one
 */
export function openBitmap(bytes: Buffer): Sharp {
  const isOldest = bytes.readUInt32LE(14) === oldestHeaderBytes;
  const width = isOldest ? bytes.readUInt16LE(18) : Math.abs(bytes.readInt32LE(18));
  const height = isOldest ? bytes.readUInt16LE(20) : Math.abs(bytes.readInt32LE(22));
  if (width * height > limits.imagePixels) throw new Unconvertible('too-large');
  const bitmap = decode(bytes, { toRGBA: true });
  // Bitmaps without transparency decode as wholly transparent, and few programs write those that have some.
  for (let alpha = 3; alpha < bitmap.data.length; alpha += 4) bitmap.data[alpha] = 0xff;
  return sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 4 } });
}
