import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/**
 * The stored form of an object: a header, then the bytes in chunks of 64 KiB. Each chunk is sealed with
 * AES-256-GCM under a key of this object only. The nonce is the chunk's number and a flag for the last chunk.
 * So a changed, moved, repeated, or missing chunk does not open, and any range can be read without the rest
 * (the STREAM construction of Hoang, Reyhanitabar, Rogaway, and Vizár, as age uses it).
 *
 *     header  "SXPC" | version | 3 zero bytes | salt (16)
 *     chunk   ciphertext (64 KiB, the last one 0 to 64 KiB) | tag (16)
 */
export const chunkBytes = 64 * 1024;
export const tagBytes = 16;
export const headerBytes = 24;

const sealedChunkBytes = chunkBytes + tagBytes;
const magic = Buffer.from('SXPC');
const version = 1;
const saltOffset = 8;

/** The stored bytes differ from what was stored: they are cut, changed, or another object's. */
export class TamperedObject extends Error {
  override readonly name = 'TamperedObject';
}

export function newHeader(salt: Uint8Array): Buffer {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt8(version, magic.length);
  header.set(salt, saltOffset);
  return header;
}

/**
 * Opens and seals the chunks of one object. The header and the object's name are authenticated with every
 * chunk.
 */
export class ChunkCipher {
  private readonly key: Buffer;

  /** @throws TamperedObject when the header is not one of ours */
  constructor(
    dataKey: Uint8Array,
    name: string,
    private readonly header: Buffer,
  ) {
    const isOurs = header.length === headerBytes && header.subarray(0, magic.length).equals(magic);
    if (!isOurs || header.readUInt8(magic.length) !== version)
      throw new TamperedObject('Not a sealed object');
    const salt = header.subarray(saltOffset);
    this.key = Buffer.from(hkdfSync('sha256', dataKey, salt, `sixpence:object:${name}`, 32));
  }

  sealChunk(plain: Uint8Array, chunk: number, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(chunk, isLast));
    cipher.setAAD(this.header);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws TamperedObject */
  openChunk(sealed: Uint8Array, chunk: number, isLast: boolean): Buffer {
    if (sealed.length < tagBytes) throw new TamperedObject('A sealed chunk is cut off');
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonceOf(chunk, isLast));
    decipher.setAAD(this.header);
    decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
    const plain = decipher.update(sealed.subarray(0, sealed.length - tagBytes));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch (cause) {
      throw new TamperedObject('A sealed chunk does not open', { cause });
    }
  }
}

export interface Chunk {
  number: number;
  isLast: boolean;
  /** The range of its sealed bytes in the stored object; `end` is exclusive. */
  start: number;
  end: number;
}

/**
 * The layout of a stored object of this many bytes.
 * @throws TamperedObject for an impossible length
 */
export function layoutOf(storedBytes: number): { plainBytes: number; chunks: number } {
  const body = storedBytes - headerBytes;
  const chunks = Math.ceil(body / sealedChunkBytes);
  const lastBytes = body - (chunks - 1) * sealedChunkBytes - tagBytes;
  // Only an empty object ends in an empty chunk.
  if (chunks < 1 || lastBytes < 0 || (lastBytes === 0 && chunks > 1)) {
    throw new TamperedObject('The stored object is cut off');
  }
  return { plainBytes: body - chunks * tagBytes, chunks };
}

export function chunkAt(number: number, storedBytes: number): Chunk {
  const start = headerBytes + number * sealedChunkBytes;
  const end = Math.min(start + sealedChunkBytes, storedBytes);
  return { number, isLast: end === storedBytes, start, end };
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
