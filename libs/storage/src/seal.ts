import { randomBytes } from 'node:crypto';
import { ChunkCipher, chunkBytes, newHeader } from './sealing.js';

export interface Sealing {
  dataKey: Uint8Array;
  /** The object's name in the store; the object does not open under another name. */
  name: string;
}

/** Seals bytes as a stream, with one chunk in memory at a time. */
export async function* seal(
  { dataKey, name }: Sealing,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const header = newHeader(randomBytes(16));
  const cipher = new ChunkCipher(dataKey, name, header);
  yield header;
  let chunk = 0;
  for await (const { bytes, isLast } of inChunks(source)) yield cipher.sealChunk(bytes, chunk++, isLast);
}

/** Chunks of the full size, except for the last one, which is known only when the source has ended. */
async function* inChunks(source: AsyncIterable<Uint8Array>) {
  let buffered = Buffer.alloc(chunkBytes);
  let filled = 0;
  for await (const piece of source) {
    let offset = 0;
    while (offset < piece.length) {
      if (filled === chunkBytes) {
        yield { bytes: buffered, isLast: false };
        buffered = Buffer.alloc(chunkBytes);
        filled = 0;
      }
      const part = piece.subarray(offset, offset + chunkBytes - filled);
      buffered.set(part, filled);
      filled += part.length;
      offset += part.length;
    }
  }
  yield { bytes: buffered.subarray(0, filled), isLast: true };
}
