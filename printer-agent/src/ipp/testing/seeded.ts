/** Whole numbers from 0 below `limit`, the same ones for the same seed (mulberry32). */
export function seededNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** A copy of `original` with one to four small mutations, like those of a defective or hostile printer. */
export function mutate(original: Buffer, other: Buffer, below: (limit: number) => number): Buffer {
  let bytes: Buffer = Buffer.from(original);
  for (let remaining = 1 + below(4); remaining > 0 && bytes.length > 2; remaining -= 1) {
    bytes = mutateOnce(bytes, other, below);
  }
  return bytes;
}

const specialBytes = [0x00, 0x03, 0x10, 0x21, 0x31, 0x33, 0x34, 0x35, 0x37, 0x44, 0x4a, 0x7f, 0x80, 0xff];
const specialLengths = [0x0000, 0x0001, 0x7fff, 0x8000, 0xfffa, 0xfffb, 0xffff];

function mutateOnce(bytes: Buffer, other: Buffer, below: (limit: number) => number): Buffer {
  const at = below(bytes.length - 1);
  const length = 1 + below(Math.min(64, bytes.length - at));
  switch (below(7)) {
    case 0:
      bytes[at] = below(256);
      return bytes;
    case 1:
      bytes[at] = specialBytes[below(specialBytes.length)] ?? 0;
      return bytes;
    case 2:
      bytes.writeUInt16BE(specialLengths[below(specialLengths.length)] ?? 0, at);
      return bytes;
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    case 5: {
      const from = below(other.length);
      return Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + length), bytes.subarray(at)]);
    }
    default:
      return bytes.subarray(0, 1 + at);
  }
}
