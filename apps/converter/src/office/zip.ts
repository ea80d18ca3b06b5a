import { inflateRawSync } from 'node:zlib';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';

export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated; office documents use no other method. */
  method: number;
  isEncrypted: boolean;
  packed: Buffer;
}

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const longestComment = 0xffff;

/** This value replaces a number that does not fit; only files far above the limits have such numbers. */
const overflowed = 0xffffffff;

/**
 * The entries of a zip file (APPNOTE 4.3), read from its directory without unpacking.
 * @throws Unconvertible `damaged` without a complete directory, `too-large` for too many entries
 */
export function zipEntries(zip: Buffer): ZipEntry[] {
  try {
    const end = endOf(zip);
    const count = zip.readUInt16LE(end + 10);
    if (count > limits.zipEntries) throw new Unconvertible('too-large');
    const entries: ZipEntry[] = [];
    let at = zip.readUInt32LE(end + 16);
    while (entries.length < count) {
      const { entry, next } = entryAt(zip, at);
      entries.push(entry);
      at = next;
    }
    return entries;
  } catch (cause) {
    if (cause instanceof RangeError) throw new Unconvertible('damaged', { cause });
    throw cause;
  }
}

/**
 * An entry's content, at most `maxBytes`, even if its header announces more.
 * @throws Unconvertible `too-large`, `damaged`
 */
export function unpack({ method, packed }: ZipEntry, maxBytes: number): Buffer {
  if (method === 0) {
    if (packed.length > maxBytes) throw new Unconvertible('too-large');
    return packed;
  }
  if (method !== 8) throw new Unconvertible('damaged');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError;
    throw new Unconvertible(isTooLarge ? 'too-large' : 'damaged', { cause });
  }
}

function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - endBytes - longestComment);
  for (let at = zip.length - endBytes; at >= first; at -= 1) {
    if (zip.readUInt32LE(at) === endSignature) return at;
  }
  throw new Unconvertible('damaged');
}

function entryAt(zip: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (zip.readUInt32LE(at) !== centralSignature) throw new Unconvertible('damaged');
  const flags = zip.readUInt16LE(at + 8);
  const method = zip.readUInt16LE(at + 10);
  const packedBytes = zip.readUInt32LE(at + 20);
  const nameBytes = zip.readUInt16LE(at + 28);
  const local = zip.readUInt32LE(at + 42);
  if (packedBytes === overflowed || local === overflowed) throw new Unconvertible('too-large');
  const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
  if (zip.readUInt32LE(local) !== localSignature) throw new Unconvertible('damaged');
  const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (content + packedBytes > zip.length) throw new Unconvertible('damaged');
  return {
    entry: {
      name,
      method,
      isEncrypted: (flags & 1) === 1,
      packed: zip.subarray(content, content + packedBytes),
    },
    next: at + 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32),
  };
}
