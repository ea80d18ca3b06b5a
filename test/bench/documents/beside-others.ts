import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { childrenOf, peakDuring } from '../../support/worlds/process-tree.js';
import { until } from '../../support/until.js';
import { Uploads } from '../../support/builders/uploads.js';
import { report, timed, type Size } from '../figures.js';
import { converterFor, untilReady, upload, type Service } from './service.js';

const sizes = { whole: { rounds: 5, quietMs: 3_000 }, smoke: { rounds: 1, quietMs: 500 } };

interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Comparison {
  readonly size: Size;
  readonly needs?: 'office';
  readonly title: string;
  readonly mine: NamedFile;
  readonly theirs: readonly NamedFile[];
  /** The pause between the other user's last upload and mine. */
  readonly laterMs?: number;
  /** Whether some of the other user's documents may be ready before mine. */
  readonly mayEnd?: boolean;
  readonly aim?: string;
}

/** Measures the time from upload to ready of a user's document, alone and beside another user's documents. */
export async function compareBeside(
  service: Service,
  { size, needs, title, mine, theirs, laterMs = 0, mayEnd = false, aim = 'at most 2.00' }: Comparison,
): Promise<{ ratio: number; peakBytes: number }> {
  const { rounds, quietMs } = sizes[size];
  const beside: number[] = [];
  const alone: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const converter = await ConverterProcess.start(service.core, converterFor(size, needs));
    const me = await aPerson(service);
    // The first document is a warm-up. Afterwards the spare processes are ready.
    await untilReady(me, mine.name, mine.bytes);
    await untilSparesAreReady(converter, quietMs);
    alone.push(await timed(() => untilReady(me, mine.name, mine.bytes)));
    await untilSparesAreReady(converter, quietMs);
    const other = await aPerson(service);
    const { peakBytes } = await peakDuring(converter.child.pid!, async () => {
      for (const { name, bytes } of theirs) await upload(other, name, bytes);
      await sleep(laterMs);
      beside.push(await timed(() => untilReady(me, mine.name, mine.bytes)));
    });
    peaks.push(peakBytes);
    const theirDocuments = await other.list();
    if (!mayEnd && theirDocuments.some(({ status }) => status !== 'processing'))
      throw new Error('The other user’s documents were ready too early for the measurement');
    // Deletes the other user's documents, so that the next round's converter does not retry them.
    await other.delete(theirDocuments.map(({ orderId }) => ({ orderId })));
    await converter.kill();
  }
  const peer = { ours: beside, peer: alone, peerName: 'alone', aim };
  const ratio = report(`${title}, upload to ready, ${rounds} rounds`, peer);
  return { ratio, peakBytes: Math.max(...peaks) };
}

/**
 * Waits until no process has started or ended for `quietMs`. By then every spare process is ready, because
 * each starts only when the previous one is ready.
 */
async function untilSparesAreReady({ child }: ConverterProcess, quietMs: number): Promise<void> {
  const processes = () => childrenOf(child.pid!).map(({ pid }) => pid).join(); // oxfmt-ignore
  let seen = '';
  let since = 0;
  await until(async () => {
    await sleep(200);
    const now = processes();
    if (now !== seen) [seen, since] = [now, Date.now()];
    return Date.now() - since > quietMs;
  });
}

async function aPerson({ core }: Service): Promise<Uploads> {
  return new Uploads(core, (await core.signedIn(`${randomUUID()}@example.com`)).cookie);
}
