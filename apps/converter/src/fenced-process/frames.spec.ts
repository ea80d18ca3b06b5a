import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BadFrame, decodeFrames, encodeFrame, type Frame } from './frames.js';

async function* inPieces(bytes: Buffer, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
    await Promise.resolve();
  }
}

const allowed = (remaining: number, each = remaining) => ({ remaining, each });

async function decode(bytes: Buffer, pieceBytes = 7, bound = allowed(10_000)): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of decodeFrames(inPieces(bytes, pieceBytes), bound)) frames.push(frame);
  return frames;
}

describe('frames', () => {
  test('are decoded unchanged, also when they arrive in pieces', async () => {
    const frame = fc.record({ header: fc.record({ a: fc.nat(), b: fc.string() }), bytes: fc.uint8Array() });
    await fc.assert(
      fc.asyncProperty(fc.array(frame), fc.integer({ min: 1, max: 50 }), async (frames, pieceBytes) => {
        const wire = Buffer.concat(frames.flatMap(({ header, bytes }) => encodeFrame(header, bytes)));
        const read = await decode(wire, pieceBytes);
        expect(read.map(({ header }) => header)).toEqual(frames.map(({ header }) => header));
        expect(read.map(({ bytes }) => [...bytes])).toEqual(frames.map(({ bytes }) => [...bytes]));
      }),
      { numRuns: 50 },
    );
  });

  test('that are truncated are an error, except between two frames', async () => {
    const wire = Buffer.concat(encodeFrame({ type: 'page' }, Buffer.from('bytes')));
    expect(await decode(wire)).toHaveLength(1);
    for (let length = 1; length < wire.length; length += 1) {
      await expect(decode(wire.subarray(0, length))).rejects.toThrow(BadFrame);
    }
  });

  test('that announce more than the limit are refused before they are read', async () => {
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(0xffffffff, 4);
    await expect(decode(lengths)).rejects.toThrow(BadFrame);
    lengths.writeUInt32BE(70_000, 0);
    lengths.writeUInt32BE(0, 4);
    await expect(decode(lengths, 7, allowed(1_000_000))).rejects.toThrow(BadFrame);
    lengths.writeUInt32BE(0, 0);
    lengths.writeUInt32BE(11, 4);
    await expect(decode(lengths, 7, allowed(1_000_000, 10))).rejects.toThrow('More than was agreed');
  });

  test('have a limit of bytes for each of them', async () => {
    const wire = Buffer.concat(encodeFrame({ a: 1 }, Buffer.from('ten bytes.')));
    expect(await decode(wire, 7, allowed(1_000, 10))).toHaveLength(1);
    await expect(decode(wire, 7, allowed(1_000, 9))).rejects.toThrow('More than was agreed');
  });

  test('that exceed the total limit are refused, even if each of them is small', async () => {
    const wire = Buffer.concat([...encodeFrame({ a: 1 }), ...encodeFrame({ a: 2 })]);
    expect(await decode(wire, 7, allowed(14))).toHaveLength(2);
    await expect(decode(wire, 7, allowed(13))).rejects.toThrow('More than was agreed');
  });

  test('may be as many as the limit again after it was renewed', async () => {
    const one = Buffer.concat(encodeFrame({ a: 1 }));
    const bound = allowed(7);
    const frames = decodeFrames(inPieces(Buffer.concat([one, one, one]), 7), bound);
    await frames.next();
    bound.remaining = 7;
    expect(await frames.next()).toMatchObject({ value: { header: { a: 1 } } });
    await expect(frames.next()).rejects.toThrow('More than was agreed');
  });

  test('may have a header of 64 KB, and no more', async () => {
    const header = (length: number) => encodeFrame({ a: 'x'.repeat(length - '{"a":""}'.length) });
    const bound = () => allowed(1_000_000);
    expect(await decode(Buffer.concat(header(65_536)), 10_000, bound())).toHaveLength(1);
    await expect(decode(Buffer.concat(header(65_537)), 10_000, bound())).rejects.toThrow('More than');
  });

  test('that are not JSON are an error', async () => {
    const wire = Buffer.concat(encodeFrame({ a: 1 }));
    wire.write('x', 8);
    await expect(decode(wire)).rejects.toThrow(BadFrame);
  });
});
