import type { ByteRange, StoredObject } from './object-store.js';
import type { Sealing } from './seal.js';
import { chunkAt, ChunkCipher, chunkBytes, headerBytes, layoutOf, TamperedObject } from './sealing.js';

/** A stored object whose length is verified; each chunk is verified as it is read. */
export interface OpenedObject {
  byteLength: number;
  /**
   * The bytes, or those of a range within `byteLength`.
   * @throws TamperedObject, RangeError
   */
  read(range?: ByteRange): AsyncGenerator<Buffer>;
}

/**
 * Opens a sealed object. Verifies the last chunk at once. Only the last chunk proves that the end of the
 * object was not cut off.
 * @throws TamperedObject
 */
export async function openSealed({ dataKey, name }: Sealing, stored: StoredObject): Promise<OpenedObject> {
  const { plainBytes, chunks } = layoutOf(stored.byteLength);
  const cipher = new ChunkCipher(dataKey, name, await collect(stored.read({ start: 0, end: headerBytes })));
  const last = chunkAt(chunks - 1, stored.byteLength);
  const lastPlain = cipher.openChunk(await collect(stored.read(last)), last.number, true);

  async function* read(range: ByteRange = { start: 0, end: plainBytes }): AsyncGenerator<Buffer> {
    const { start, end } = range;
    if (!(start >= 0 && start <= end && end <= plainBytes)) throw new RangeError('A range beyond the object');
    if (start === end) return;
    const firstChunk = chunkAt(Math.floor(start / chunkBytes), stored.byteLength);
    const finalChunk = chunkAt(Math.floor((end - 1) / chunkBytes), stored.byteLength);
    let number = firstChunk.number;
    const sealed = stored.read({ start: firstChunk.start, end: finalChunk.end });
    for await (const bytes of inSealedChunks(sealed)) {
      const plain = number === last.number ? lastPlain : cipher.openChunk(bytes, number, false);
      const offset = number * chunkBytes;
      yield plain.subarray(Math.max(0, start - offset), Math.min(plain.length, end - offset));
      number += 1;
    }
    if (number !== finalChunk.number + 1) throw new TamperedObject('The stored object became shorter');
  }

  return { byteLength: plainBytes, read };
}

async function* inSealedChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const size = chunkAt(0, Infinity).end - headerBytes;
  let buffered: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    buffered = buffered.length === 0 ? Buffer.from(piece) : Buffer.concat([buffered, piece]);
    while (buffered.length >= size) {
      yield buffered.subarray(0, size);
      buffered = buffered.subarray(size);
    }
  }
  if (buffered.length > 0) yield buffered;
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
