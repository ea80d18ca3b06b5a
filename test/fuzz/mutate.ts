import { unzipSync, zipSync } from 'fflate';

/** Random numbers from 0 to below 1, reproducible by the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
type Mutation = (file: Buffer, random: Random, other: Buffer) => Buffer;

const below = (random: Random, count: number) => Math.floor(random() * count);
/** Boundary values of 32-bit counters, lengths, and offsets. */
const edges = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

const flipBits: Mutation = (file, random) => {
  const mutant = Buffer.from(file);
  const flips = 1 + below(random, 24);
  for (let flip = 0; flip < flips; flip += 1) {
    const at = below(random, mutant.length);
    mutant[at] = (mutant[at] ?? 0) ^ (1 << below(random, 8));
  }
  return mutant;
};

const cutOff: Mutation = (file, random) => file.subarray(0, below(random, file.length));

const leaveOut: Mutation = (file, random) => {
  const at = below(random, file.length);
  return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + below(random, 200))]);
};

const repeat: Mutation = (file, random) => {
  const at = below(random, file.length);
  const piece = file.subarray(at, at + 1 + below(random, 400));
  return Buffer.concat([
    file.subarray(0, at),
    ...Array<Buffer>(1 + below(random, 30)).fill(piece),
    file.subarray(at),
  ]);
};

const writeEdges: Mutation = (file, random) => {
  const mutant = Buffer.from(file);
  for (let write = 0; write <= below(random, 4); write += 1) {
    const value = edges[below(random, edges.length)] ?? 0;
    if (random() < 0.5) mutant.writeUInt32LE(value, below(random, mutant.length - 4));
    else mutant.writeUInt32BE(value, below(random, mutant.length - 4));
  }
  return mutant;
};

const blank: Mutation = (file, random) => {
  const mutant = Buffer.from(file);
  const at = below(random, mutant.length);
  return mutant.fill(below(random, 256), at, Math.min(mutant.length, at + 1 + below(random, 600)));
};

const graft: Mutation = (file, random, other) => {
  const at = below(random, file.length);
  const from = below(random, other.length);
  const piece = other.subarray(from, from + 1 + below(random, 2_000));
  return Buffer.concat([file.subarray(0, at), piece, file.subarray(at + piece.length)]);
};

const mutations = [flipBits, cutOff, leaveOut, repeat, writeEdges, blank, graft];

/**
 * A damaged copy of a file. Half of the packages are damaged inside, so that the damage reaches the parser
 * behind the decompression.
 */
export function mutantOf(file: Buffer, random: Random, other: Buffer): Buffer {
  const mutate = mutations[below(random, mutations.length)] ?? flipBits;
  const isPackage = file.readUInt32LE(0) === 0x04034b50;
  if (!isPackage || random() < 0.5) return mutate(file, random, other);
  const parts = unzipSync(file);
  const names = Object.keys(parts).filter((name) => (parts[name]?.length ?? 0) > 8);
  const name = names[below(random, names.length)] ?? '';
  parts[name] = new Uint8Array(mutate(Buffer.from(parts[name] ?? []), random, other));
  return Buffer.from(zipSync(parts, { level: 1 }));
}
