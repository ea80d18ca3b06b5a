import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ByteRange } from './object-store.js';
import { openSealed } from './open-sealed.js';
import { seal } from './seal.js';
import { chunkBytes, headerBytes, tagBytes, TamperedObject } from './sealing.js';

const key = { dataKey: Buffer.alloc(32, 7), name: 'documents/a/1/original' };
const sealedChunk = chunkBytes + tagBytes;

/** Lengths that are prone to errors: nothing, one byte, and around the ends of chunks. */
const lengths = fc.oneof(
  fc.nat({ max: 300 }),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -2, max: 2 }))
    .map(([n, d]) => n * chunkBytes + d),
);

const longest = Buffer.from(Array.from({ length: 4 * chunkBytes }, (_, index) => (index * 31 + 7) % 251));
const plainOf = (length: number) => longest.subarray(0, length);

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* inPieces(bytes: Buffer, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
    await Promise.resolve();
  }
}

const sealed = (plain: Buffer, pieceBytes = 50_000) => collect(seal(key, inPieces(plain, pieceBytes)));

const stored = (bytes: Buffer) => ({
  byteLength: bytes.length,
  read: ({ start, end }: ByteRange) => inPieces(bytes.subarray(start, end), 30_011),
});

async function readAll(bytes: Buffer, sealing = key): Promise<Buffer> {
  return collect((await openSealed(sealing, stored(bytes))).read());
}

describe('a sealed object', () => {
  test('is opened unchanged, in whatever pieces it was written', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 1_000, max: 200_000 }), async (length, pieceBytes) => {
        const plain = plainOf(length);
        const opened = await openSealed(key, stored(await sealed(plain, pieceBytes)));
        expect(opened.byteLength).toBe(length);
        expect((await collect(opened.read())).equals(plain)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('returns for each range the same bytes as a slice of the original', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(), fc.nat(), async (length, a, b) => {
        const plain = plainOf(length);
        const [start, end] = [a % (length + 1), b % (length + 1)].sort((x, y) => x - y) as [number, number];
        const opened = await openSealed(key, stored(await sealed(plain)));
        expect((await collect(opened.read({ start, end }))).equals(plain.subarray(start, end))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('does not open when one of its bits was flipped', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(), fc.nat({ max: 7 }), async (length, where, bit) => {
        const bytes = await sealed(plainOf(length));
        const at = where % bytes.length;
        bytes[at] = bytes[at]! ^ (1 << bit);
        await expect(readAll(bytes)).rejects.toThrow(TamperedObject);
      }),
      { numRuns: 100 },
    );
  });

  test('does not open when truncated anywhere, before the first byte is read', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(), async (length, where) => {
        const bytes = await sealed(plainOf(length));
        const cut = bytes.subarray(0, where % bytes.length);
        await expect(openSealed(key, stored(cut))).rejects.toThrow(TamperedObject);
      }),
      { numRuns: 100 },
    );
  });

  test('does not open when truncated exactly between two chunks', async () => {
    const bytes = await sealed(plainOf(3 * chunkBytes));
    const cut = bytes.subarray(0, headerBytes + 2 * sealedChunk);
    await expect(openSealed(key, stored(cut))).rejects.toThrow(TamperedObject);
  });

  test('throws when it is truncated during a read', async () => {
    const bytes = await sealed(plainOf(4 * chunkBytes));
    let cutAt = bytes.length;
    const shrinking = {
      byteLength: bytes.length,
      read: ({ start, end }: ByteRange) => inPieces(bytes.subarray(start, Math.min(end, cutAt)), 30_011),
    };
    const opened = await openSealed(key, shrinking);
    cutAt = headerBytes + 2 * sealedChunk;
    await expect(collect(opened.read())).rejects.toThrow(TamperedObject);
  });

  test('does not open with two chunks swapped, one repeated, or one of another object', async () => {
    const bytes = await sealed(plainOf(4 * chunkBytes));
    const other = await sealed(plainOf(4 * chunkBytes));
    const chunk = (from: Buffer, n: number) =>
      from.subarray(headerBytes + n * sealedChunk, headerBytes + (n + 1) * sealedChunk);
    const put = (at: number, replacement: Buffer) => {
      const changed = Buffer.from(bytes);
      replacement.copy(changed, headerBytes + at * sealedChunk);
      return changed;
    };
    const swapped = put(0, chunk(bytes, 1));
    chunk(bytes, 0).copy(swapped, headerBytes + sealedChunk);
    for (const changed of [
      swapped,
      put(1, chunk(bytes, 0)),
      put(1, chunk(other, 1)),
      put(0, chunk(bytes, 3)),
    ]) {
      await expect(readAll(changed)).rejects.toThrow(TamperedObject);
    }
  });

  test('opens only under its own name and key', async () => {
    const bytes = await sealed(plainOf(10));
    await expect(readAll(bytes, { ...key, name: 'documents/b/1/original' })).rejects.toThrow(TamperedObject);
    await expect(readAll(bytes, { ...key, dataKey: Buffer.alloc(32, 8) })).rejects.toThrow(TamperedObject);
  });

  test.each([
    [3, 11],
    [-1, 3],
    [4, 3],
    [11, 11],
    [NaN, 3],
  ])('refuses the range from %d to %d, which is not within its ten bytes', async (start, end) => {
    const opened = await openSealed(key, stored(await sealed(plainOf(10))));
    await expect(collect(opened.read({ start, end }))).rejects.toThrow(RangeError);
  });

  test('reads only its header, its last chunk, and the chunks of a range', async () => {
    const readRanges: ByteRange[] = [];
    const bytes = await sealed(plainOf(4 * chunkBytes));
    const watched = {
      byteLength: bytes.length,
      read: ({ start, end }: ByteRange) => {
        readRanges.push({ start, end });
        return stored(bytes).read({ start, end });
      },
    };
    const opened = await openSealed(key, watched);
    const chunks = (first: number, end: number) => ({
      start: headerBytes + first * sealedChunk,
      end: headerBytes + end * sealedChunk,
    });
    for (const [start, end] of [
      [5, 5],
      [chunkBytes, 2 * chunkBytes],
      [chunkBytes - 1, chunkBytes + 1],
    ] as const)
      expect(await collect(opened.read({ start, end }))).toHaveLength(end - start);
    expect(readRanges).toEqual([{ start: 0, end: headerBytes }, chunks(3, 4), chunks(1, 2), chunks(0, 2)]);
  });

  test('has the form of its documentation: magic, version, zeros, and a salt of its own', async () => {
    const [one, other] = [await sealed(plainOf(1)), await sealed(plainOf(1))];
    expect(one).toHaveLength(24 + 1 + 16);
    expect(one.subarray(0, 8)).toEqual(Buffer.from('SXPC\x01\0\0\0'));
    expect(one.subarray(8, 24).equals(other.subarray(8, 24))).toBe(false);
    for (const at of [0, 4]) {
      const changed = Buffer.from(one);
      changed[at]! += 1;
      await expect(readAll(changed)).rejects.toThrow('Not a sealed object');
    }
  });
});
