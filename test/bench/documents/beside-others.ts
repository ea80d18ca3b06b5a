import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { peakDuring } from '../../support/worlds/process-tree.js';
import { Uploads } from '../../support/builders/uploads.js';
import { report, timed, type Size } from '../figures.js';
import { converterFor, untilReady, untilSparesAreReady, upload, type Service } from './service.js';

const sizes = { whole: { rounds: 5, quietMs: 3_000 }, smoke: { rounds: 1, quietMs: 0 } };

interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Comparison {
  readonly needs?: 'office';
  readonly title: string;
  readonly mine: NamedFile;
  readonly theirs: readonly NamedFile[];
  /** The pause between the other user's last upload and mine. */
  readonly laterMs?: number;
  /**
   * Whether all of the other user's documents may be settled before mine. One must be *processing* when mine
   * begins.
   */
  readonly mayEnd?: boolean;
  readonly aim?: string;
}

interface Beside {
  readonly ratio: number;
  /** The peak memory of the converter with all its processes. */
  readonly peakBytes: number;
}

/**
 * Measures the time from upload to ready of a user's document, alone and beside another user's documents, for
 * each comparison.
 */
export async function compareBeside<Name extends string>(
  service: Service,
  size: Size,
  comparisons: Readonly<Record<Name, Comparison>>,
): Promise<Record<Name, Beside>> {
  // A smoke run starts one converter for all comparisons, because a start takes longer than the documents.
  await using shared =
    size === 'smoke' ? await ConverterProcess.start(service.core, converterFor(size, 'office')) : undefined;
  const found: [string, Beside][] = [];
  for (const [name, comparison] of Object.entries<Comparison>(comparisons))
    found.push([name, await compare(service, { size, comparison, shared })]);
  return Object.fromEntries(found) as Record<Name, Beside>;
}

async function compare(
  service: Service,
  {
    size,
    comparison: { needs, title, mine, theirs, laterMs = 0, mayEnd = false, aim = 'at most 2.00' },
    shared,
  }: { size: Size; comparison: Comparison; shared: ConverterProcess | undefined },
): Promise<Beside> {
  const { rounds, quietMs } = sizes[size];
  const beside: number[] = [];
  const alone: number[] = [];
  const peaks: number[] = [];
  // A slow machine may end the few small documents of a smoke run before mine begins.
  const mustWork = async (other: Uploads, share: 'some' | 'every') => {
    const isWorking = (await other.list()).map(({ status }) => status === 'processing');
    if (size === 'whole' && !isWorking[share](Boolean))
      throw new Error('The other user’s documents were settled too early for the measurement');
  };
  for (let round = 0; round < rounds; round += 1) {
    const converter = shared ?? (await ConverterProcess.start(service.core, converterFor(size, needs)));
    const me = await aPerson(service);
    const measured = () => timed(() => untilReady(me, mine.name, mine.bytes));
    // The first document is a warm-up. Afterwards the spare processes are ready.
    if (size === 'whole') await measured();
    await untilSparesAreReady(converter, quietMs);
    // Reads the memory in both halves, because reading it takes processor time from core.
    alone.push((await peakDuring(converter.child.pid!, measured)).result);
    await untilSparesAreReady(converter, quietMs);
    const other = await aPerson(service);
    const { peakBytes } = await peakDuring(converter.child.pid!, async () => {
      for (const { name, bytes } of theirs) await upload(other, name, bytes);
      await sleep(laterMs);
      await mustWork(other, 'some');
      beside.push(await measured());
    });
    peaks.push(peakBytes);
    if (!mayEnd) await mustWork(other, 'every');
    // Deletes the other user's documents, so that the next round's converter does not retry them.
    await other.delete((await other.list()).map(({ orderId }) => ({ orderId })));
    if (!shared) await converter.kill();
  }
  const peer = { ours: beside, peer: alone, peerName: 'alone', aim };
  const ratio = report(`${title}, upload to ready, ${rounds} rounds`, peer);
  return { ratio, peakBytes: Math.max(...peaks) };
}

async function aPerson({ core }: Service): Promise<Uploads> {
  return new Uploads(core, (await core.signedIn(`${randomUUID()}@example.com`)).cookie);
}
