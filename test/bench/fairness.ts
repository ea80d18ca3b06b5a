import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConverterProcess } from '../support/worlds/converter-process.js';
import { fixture, nestedForms } from '../support/documents/hostile-files.js';
import { aPdf } from '../support/documents/pdf.js';
import { childrenOf } from '../support/worlds/process-tree.js';
import { slideShow } from '../support/documents/slide-show.js';
import { until } from '../support/until.js';
import { Uploads } from '../support/builders/uploads.js';
import { report, timed, type Figures, type Size } from './figures.js';
import { converterFor, untilReady, upload, withService, type Service } from './service.js';

const sizes = { whole: { rounds: 5, stillMs: 3_000 }, smoke: { rounds: 1, stillMs: 500 } };
const slides = 450;

interface File {
  name: string;
  bytes: Uint8Array;
}

/**
 * Measures a user's document from upload to ready while another user's documents take long, against the same
 * alone.
 */
export function fairness(size: Size): Promise<Figures> {
  return withService(async (service) => {
    const pages = { name: 'two.pdf', bytes: await aPdf({ pages: 2 }) };
    const endless = { name: 'endless.pdf', bytes: nestedForms({ depth: 16, times: 2, groups: true }) };
    const behind = await compare(service, {
      size,
      title: 'Two pages of PDF right behind four endless ones of another person',
      mine: pages,
      theirs: [endless, endless, endless, endless],
    });
    const during = await compare(service, {
      size,
      title: 'Two pages of PDF while four endless ones of another person are at work',
      mine: pages,
      theirs: [endless, endless, endless, endless],
      laterMs: 1_000,
    });
    const letter = { name: 'letter.docx', bytes: fixture('document.docx') };
    const slidesBeside = await compare(service, {
      size,
      needs: 'office',
      title: `A letter beside a show of ${slides} slides of another person`,
      mine: letter,
      theirs: [{ name: 'slides.odp', bytes: slideShow(slides) }],
    });
    return { 'behind ratio': behind, 'during ratio': during, 'slides ratio': slidesBeside };
  });
}

/** @returns the ratio of the loaded time to the unloaded time */
async function compare(
  service: Service,
  {
    size,
    needs,
    title,
    mine,
    theirs,
    laterMs = 0,
  }: {
    size: Size;
    needs?: 'office';
    title: string;
    mine: File;
    theirs: readonly File[];
    laterMs?: number;
  },
): Promise<number> {
  const { rounds, stillMs } = sizes[size];
  const beside: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const converter = await ConverterProcess.start(service.core, converterFor(size, needs));
    const me = await aPerson(service);
    // The first document is a warm-up: afterwards the spare processes stand by.
    await untilReady(me, mine.name, mine.bytes);
    await untilAllStandsBy(converter, stillMs);
    alone.push(await timed(() => untilReady(me, mine.name, mine.bytes)));
    await untilAllStandsBy(converter, stillMs);
    const they = await aPerson(service);
    for (const { name, bytes } of theirs) await upload(they, name, bytes);
    await sleep(laterMs);
    beside.push(await timed(() => untilReady(me, mine.name, mine.bytes)));
    const left = await they.list();
    if (left.some(({ status }) => status !== 'processing'))
      throw new Error('The other user’s documents were ready too early for the measurement');
    // Deletes the other user's documents, so that the next round's converter does not retry them.
    await they.delete(left.map(({ orderId }) => ({ orderId })));
    await converter.kill();
  }
  return report(`${title}, upload to ready, ${rounds} rounds`, {
    ours: beside,
    peer: alone,
    peerName: 'alone',
    aim: 'at most 2.00',
  });
}

/**
 * Waits until no process has started or ended for `stillMs`. By then every spare process stands by, because
 * each starts only when the one before it is ready.
 */
async function untilAllStandsBy({ child }: ConverterProcess, stillMs: number): Promise<void> {
  const processes = () => childrenOf(child.pid!).map(({ pid }) => pid).join(); // oxfmt-ignore
  let seen = '';
  let since = 0;
  await until(async () => {
    await sleep(200);
    const now = processes();
    if (now !== seen) [seen, since] = [now, Date.now()];
    return Date.now() - since > stillMs;
  });
}

async function aPerson({ core }: Service): Promise<Uploads> {
  return new Uploads(core, (await core.signedIn(`${randomUUID()}@example.com`)).cookie);
}
