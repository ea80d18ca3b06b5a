import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { AgentPrinter, PrinterReport } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { write } from '../ipp/codec/attributes.js';
import { operation, status } from '../ipp/operations.js';
import { FakePrinter, jobGroup, printerGroup } from '../ipp/testing/fake-printer.js';
import { now } from '../job/clock.js';
import { Journal } from '../journal/journal.js';
import type { OpenDocument } from '../release/job-source.js';
import { printLimits } from '../release/limits.js';
import { aJob, aPrinter, aRelease } from '../testing/builders.js';
import { until } from '../testing/wait.js';
import type { StationParts } from './station.js';
import { Stations } from './stations.js';

/** A printer whose model name counts its polls, so that each poll changes it and is reported to core. */
interface CountedPrinter {
  readonly printer: AgentPrinter;
  readonly ippServer: FakePrinter;
  polls: number;
  isAway: boolean;
  uploads: number;
}

let folder: string;
let journal: Journal;
let hall: CountedPrinter;
let attic: CountedPrinter;
let stations: Stations;
let reports: PrinterReport[];
let opening: Promise<OpenDocument | 'over'>;
let isCoreAway: boolean;

async function aCountedPrinter(slug: string): Promise<CountedPrinter> {
  const ippServer = await FakePrinter.start(async (call) => {
    if (Number(call.request.headers['content-length']) > 10_000) {
      // The document is never read.
      counted.uploads += 1;
      return;
    }
    const { message } = await call.body();
    if (message.code !== operation.getPrinterAttributes) {
      call.answer(message, status.ok, jobGroup(7, 5));
      return;
    }
    counted.polls += 1;
    if (counted.isAway) {
      call.response.writeHead(404).end();
      return;
    }
    const model = write.name('printer-make-and-model', `${slug} ${counted.polls}`);
    call.answer(message, status.ok, printerGroup(model));
  });
  const counted: CountedPrinter = {
    printer: aPrinter({ slug, uri: ippServer.uri }),
    ippServer,
    polls: 0,
    isAway: false,
    uploads: 0,
  };
  return counted;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-stations-'));
  journal = new Journal(join(folder, 'journal.db'));
  [hall, attic] = [await aCountedPrinter('hall'), await aCountedPrinter('attic')];
  reports = [];
  isCoreAway = false;
  opening = Promise.resolve('over');
  jest.useFakeTimers({
    doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
  });
  stations = new Stations({
    journal,
    link: {
      online: true,
      askCore: (name: string, body: PrinterReport) => {
        if (name === 'printer') reports.push(body);
        if (isCoreAway) return Promise.reject(new Error('core is away'));
        return Promise.resolve({ status: 'ok', body: {} });
      },
    },
    source: {
      openDocument: () => opening,
      heldAt: () => undefined,
      nameOf: () => undefined,
      recall: async () => {},
    },
    printReports: { lastOf: () => undefined },
    site: () => ({
      site: 'Library',
      printers: [],
      stallSeconds: 600,
      idleSeconds: 60,
      publicUrl: 'http://core',
    }),
    coreUrl: 'http://core',
    limits: printLimits,
    log: pino({ level: 'silent' }),
  } as unknown as StationParts);
});

afterEach(async () => {
  await stations.close();
  jest.useRealTimers();
  journal.close();
  await Promise.all([hall.ippServer.stop(), attic.ippServer.stop()]);
  rmSync(folder, { recursive: true });
});

/** Resolves when the box has the answer of this poll, and waits for the next one. */
const isReported = (model: string) => until(() => reports.some(({ makeAndModel }) => makeAndModel === model));

function aReadyJob({ printer }: CountedPrinter) {
  const release = aRelease({ printerId: printer.id });
  journal.releases.storeRelease(release);
  return journal.jobs.addJob(aJob(release), 0, now());
}

test('each printer is found by its id and by its address, and reported with its own state', async () => {
  await stations.update([hall.printer, attic.printer]);
  await isReported('hall 1');
  await isReported('attic 1');
  expect(new Map(reports.map(({ printerId, makeAndModel }) => [printerId, makeAndModel]))).toEqual(
    new Map([
      [hall.printer.id, 'hall 1'],
      [attic.printer.id, 'attic 1'],
    ]),
  );
  const [first, second] = stations.all();
  expect([stations.bySlug('hall'), stations.bySlug('attic')]).toEqual([first, second]);
  expect([stations.byId(hall.printer.id), stations.byId(attic.printer.id)]).toEqual([first, second]);
  expect(stations.bySlug('cellar')).toBeUndefined();
});

describe('a printer that core changes', () => {
  const applyChange = async (changes: Partial<AgentPrinter>) =>
    stations.update([{ ...hall.printer, ...changes }]);

  beforeEach(async () => {
    await applyChange({});
    await isReported('hall 1');
  });

  test('is watched at its new address, and not at the earlier one', async () => {
    await applyChange({ uri: attic.printer.uri });
    await isReported('attic 1');
    await jest.advanceTimersByTimeAsync(5_000);
    await isReported('attic 2');
    expect(reports.map(({ printerId }) => printerId)).toEqual(Array(3).fill(hall.printer.id));
    expect(hall.polls).toBe(1);
  });

  test('gets a new connection if its way of counting pages changes, and its open jobs go on', async () => {
    let end: (over: 'over') => void = () => undefined;
    opening = new Promise((resolve) => (end = resolve));
    aReadyJob(hall);
    await applyChange({ counting: 'none' });
    await isReported('hall 2');
    expect(stations.bySlug('hall')?.queue.isBusy).toBe(true);
    end('over');
    await until(() => journal.jobs.openJobs(hall.printer.id).length === 0);
  });

  test('in its name alone keeps its connection, and its panel shows the name', async () => {
    const { panel } = stations.bySlug('hall')!;
    const names: string[] = [];
    panel.on('view', ({ printer }) => names.push(printer.name));
    await applyChange({ name: 'Garden' });
    expect(names).toEqual(['Garden']);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(hall.polls).toBe(1);
  });
});

describe('a printer is polled', () => {
  beforeEach(async () => {
    await stations.update([hall.printer]);
    await isReported('hall 1');
  });

  test('every five seconds, at once when a user comes to its panel, and each second from then on', async () => {
    await jest.advanceTimersByTimeAsync(4_999);
    expect(hall.polls).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    await isReported('hall 2');
    const { panel } = stations.bySlug('hall')!;
    panel.act({ action: 'begin' });
    await isReported('hall 3');
    panel.act({ action: 'touch' });
    await jest.advanceTimersByTimeAsync(999);
    expect(hall.polls).toBe(3);
    await jest.advanceTimersByTimeAsync(1);
    await isReported('hall 4');
    panel.act({ action: 'home' });
    panel.act({ action: 'begin' });
    await isReported('hall 5');
  });

  test('again 1 s after a failed poll; after two failed polls it is unreachable', async () => {
    hall.isAway = true;
    const states = () => reports.map(({ state }) => state);
    await jest.advanceTimersByTimeAsync(5_000);
    await until(() => hall.polls === 2);
    // Lets time pass until the next poll, which is planned once the answer of this one has arrived.
    while (hall.polls === 2) await jest.advanceTimersByTimeAsync(200);
    await until(() => reports.length === 2);
    expect(states()).toEqual(['idle', 'unreachable']);
    hall.isAway = false;
    await jest.advanceTimersByTimeAsync(4_999);
    expect(hall.polls).toBe(3);
    await jest.advanceTimersByTimeAsync(1);
    await isReported('hall 4');
  });

  test('at once when a job of it has settled, not when one has ended', async () => {
    const station = stations.bySlug('hall')!;
    const ended = { ...aReadyJob(hall), step: 'ended' as const };
    station.jobChanged(ended);
    station.jobChanged({ ...ended, step: 'settled' });
    await isReported('hall 2');
    expect(hall.polls).toBe(2);
  });

  test('each second while it has an open job', async () => {
    let end: (document: 'over') => void = () => undefined;
    opening = new Promise((resolve) => (end = resolve));
    const { id } = hall.printer;
    aReadyJob(hall);
    stations.byId(id)!.queue.wake();
    await jest.advanceTimersByTimeAsync(5_000);
    await isReported('hall 2');
    await jest.advanceTimersByTimeAsync(1_000);
    await isReported('hall 3');
    end('over');
    await until(() => !stations.byId(id)!.queue.isBusy);
  });
});

describe('a printer that core removes', () => {
  test('is closed, and another one stays', async () => {
    await stations.update([hall.printer, attic.printer]);
    await isReported('hall 1');
    await isReported('attic 1');
    const { panel } = stations.bySlug('hall')!;
    await stations.update([attic.printer]);
    expect(stations.all().map(({ printer }) => printer.slug)).toEqual(['attic']);
    expect(panel.listenerCount('view')).toBe(0);
    await jest.advanceTimersByTimeAsync(5_000);
    await isReported('attic 2');
    expect(hall.polls).toBe(1);
  });

  test('stays until the first update after its open job has ended', async () => {
    let end: (document: 'over') => void = () => undefined;
    opening = new Promise((resolve) => (end = resolve));
    aReadyJob(hall);
    await stations.update([hall.printer]);
    await stations.update([]);
    const { queue } = stations.byId(hall.printer.id)!;
    end('over');
    await until(() => !queue.isBusy);
    await stations.update([]);
    expect(stations.all()).toEqual([]);
  });
});

test('an agent that stops gives a stalled upload eight seconds', async () => {
  const byteLength = 40 * 1024 * 1024;
  const stream = Readable.from([Buffer.alloc(byteLength)], { objectMode: false });
  opening = Promise.resolve({ stream, byteLength });
  aReadyJob(hall);
  await stations.update([hall.printer]);
  await until(() => hall.uploads === 1);
  let isClosed = false;
  const closing = stations.close().then(() => (isClosed = true));
  await jest.advanceTimersByTimeAsync(7_999);
  expect(isClosed).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await closing;
  expect(journal.jobs.openJobs(hall.printer.id)).toMatchObject([{ step: 'sent' }]);
});

test('an agent that stops does not send the state of a printer again', async () => {
  isCoreAway = true;
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await stations.update([hall.printer]);
  await until(() => reports.length > 1);
  await stations.close();
  const sent = reports.length;
  // Longer than the pause before the next try.
  await sleep(1_000);
  expect(reports).toHaveLength(sent);
});
