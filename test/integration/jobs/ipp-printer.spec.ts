import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { IppPrinter, type JobOptions, type PrinterJob } from '@sixpence/agent/ipp/client';
import { IppError, type IppErrorKind } from '@sixpence/agent/ipp/errors';
import type { VirtualPrinter } from '@sixpence/sandbox/printers/virtual-printer';
import { eventually } from '../../support/eventually.js';
import { aPdf, pageCount } from '../../support/documents/pdf.js';
import { TestPrinters } from '../../support/peers/printers.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let printers: TestPrinters;
let machine: VirtualPrinter;
let printer: IppPrinter;

beforeAll(async () => {
  printers = await TestPrinters.start();
  after.defer(() => printers.stop());
  machine = await printers.add('hall');
});
afterAll(() => after.disposeAsync());

beforeEach(() => {
  machine.control({ pagesPerSecond: 0 });
  printer = new IppPrinter(machine.uri);
});
afterEach(() => printer.close());

test('a printer reports its state and abilities', async () => {
  expect(await printer.getAttributes()).toMatchObject({
    state: 'idle',
    reasons: [],
    accepting: true,
    color: true,
    duplex: true,
    formats: expect.arrayContaining(['application/pdf']),
    supportsCreateJob: true,
  });
});

test('three pages sent are three pages printed', async () => {
  const sent = await send({ pages: 3 });
  const done = await ended(sent.jobId);
  expect(done).toMatchObject({
    state: 9,
    impressionsCompleted: 3,
    countsImpressions: true,
    name: sent.name,
  });
  expect(done.jobUuid).toMatch(/^urn:uuid:/);
  const printed = machine.jobs().at(-1)!;
  expect(printed).toMatchObject({ jobName: sent.name, mediaType: 'application/pdf', outcome: 'completed' });
  expect(await pageCount(readFileSync(printed.document))).toBe(3);
});

describe('sides and colour reach the printer', () => {
  test.each([
    ['1-Sided', false, { sides: 'one-sided', printColorMode: 'monochrome' }],
    ['2-Sided', true, { sides: 'two-sided-long-edge', printColorMode: 'color' }],
  ] as const)('%s, colour %s', async (side, isColor, seen) => {
    await ended((await send({ pages: 1, side, isColor })).jobId);
    expect(machine.jobs().at(-1)).toMatchObject({ ...seen, media: 'iso_a4_210x297mm' });
  });
});

test('a job aborted before page 3 has printed two', async () => {
  machine.control({ pagesPerSecond: 0, fault: { kind: 'abort', atPage: 3 } });
  const { jobId } = await send({ pages: 3 });
  expect(await ended(jobId)).toMatchObject({
    state: 8,
    impressionsCompleted: 2,
    reasons: ['aborted-by-system'],
  });
});

test('a paper jam is reported while it lasts', async () => {
  machine.control({ pagesPerSecond: 0, fault: { kind: 'media-jam', atPage: 2 } });
  const { jobId } = await send({ pages: 2 });
  await until(async () => (await printer.getAttributes()).reasons.includes('media-jam'));
  expect(await printer.getJob(jobId)).toMatchObject({ state: 5, impressionsCompleted: 1 });
  machine.control({ pagesPerSecond: 0 });
  expect(await ended(jobId)).toMatchObject({ state: 9, impressionsCompleted: 2 });
  expect((await printer.getAttributes()).reasons).toEqual([]);
});

test('a job that a paper jam stopped can be aborted', async () => {
  machine.control({ pagesPerSecond: 0, fault: { kind: 'media-jam', atPage: 3 } });
  const { jobId } = await send({ pages: 3 });
  await until(async () => (await printer.getAttributes()).reasons.includes('media-jam'));
  machine.control({ pagesPerSecond: 0, fault: { kind: 'abort', atPage: 3 } });
  expect(await ended(jobId)).toMatchObject({ state: 8, impressionsCompleted: 2 });
});

test('a printer with an open job is busy', async () => {
  const waiting = await retryWhileBusy(() => printer.createJob(aJob()));
  expect(await failing(printer.createJob(aJob()))).toEqual(['busy', 0x0507]);
  await printer.cancelJob(waiting.jobId);
  expect(await printer.getJob(waiting.jobId)).toMatchObject({ state: 7 });
});

test('a cancelled job ends as canceled, and cancelling it again is no error', async () => {
  machine.control({ pagesPerSecond: 5 });
  const { jobId } = await send({ pages: 500 });
  await until(async () => (await printer.getJob(jobId)).impressionsCompleted > 0);
  await printer.cancelJob(jobId);
  expect(await ended(jobId)).toMatchObject({ state: 7 });
  await printer.cancelJob(jobId);
});

test('a job is found by its name, while it runs and after its end', async () => {
  machine.control({ pagesPerSecond: 0, fault: { kind: 'cover-open', atPage: 1 } });
  const { jobId, name } = await send({ pages: 1 });
  expect(await printer.findJob(name)).toMatchObject({ jobId, name });
  machine.control({ pagesPerSecond: 0 });
  const done = await ended(jobId);
  expect(await printer.findJob(name)).toEqual(done);
  expect(await printer.findJob(randomUUID())).toBeNull();
});

test('a format that the printer does not support is refused at validation', async () => {
  const postscript = { ...aJob(), format: 'application/postscript' };
  expect(await failing(printer.validateJob(postscript))).toEqual(['unsupported-format', 0x040b]);
  await expect(printer.validateJob(aJob())).resolves.toBeUndefined();
});

test('a printer without duplex gets no sides attribute', async () => {
  const single = await printers.add('single', { twoSided: false });
  printer.close();
  printer = new IppPrinter(single.uri);
  expect(await printer.getAttributes()).toMatchObject({ color: true, duplex: false });
  await ended((await send({ pages: 2, side: '2-Sided' })).jobId);
  expect(single.jobs().at(-1)).toMatchObject({ outcome: 'completed', impressionsCompleted: 2 });
  expect(single.jobs().at(-1)).not.toHaveProperty('sides');
});

test('a printer without colour reports it', async () => {
  const gray = await printers.add('gray', { color: false });
  printer.close();
  printer = new IppPrinter(gray.uri);
  expect(await printer.getAttributes()).toMatchObject({ color: false, duplex: true });
});

test('a restarted printer has forgotten the job', async () => {
  const { jobId, name } = await send({ pages: 1 });
  const before = await ended(jobId);
  await machine.kill();
  expect(await failing(printer.getJob(jobId))).toEqual(['unreachable', undefined]);
  await machine.restart();
  expect(await failing(printer.getJob(jobId))).toEqual(['not-found', 0x0406]);
  expect(await printer.findJob(name)).toBeNull();

  // The first job after the restart may have the old number, but not the old uuid.
  const again = await send({ pages: 1 });
  expect(again.jobId).toBe(1);
  expect((await ended(again.jobId)).jobUuid).not.toBe(before.jobUuid);
});

function aJob(): JobOptions {
  return { jobName: randomUUID(), format: 'application/pdf', side: '1-Sided', isColor: false };
}

/**
 * Creates a job and sends its document; repeats the request while the printer is busy with the end of the
 * last job.
 */
async function send(wanted: { pages: number } & Partial<JobOptions>): Promise<PrinterJob> {
  const { pages, ...changes } = wanted;
  const options = { ...aJob(), ...changes };
  const created = await retryWhileBusy(() => printer.createJob(options));
  const pdf = await aPdf({ pages });
  const document = { stream: singleChunk(pdf), byteLength: pdf.length, format: options.format };
  return { ...(await printer.sendDocument(created.jobId, document)), name: created.name };
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function retryWhileBusy(attempt: () => Promise<PrinterJob>): Promise<PrinterJob> {
  return eventually(async () => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof IppError) || error.kind !== 'busy') throw error;
      return undefined;
    }
  });
}

async function ended(jobId: number): Promise<PrinterJob> {
  let job = await printer.getJob(jobId);
  await until(async () => {
    job = await printer.getJob(jobId);
    return job.state >= 7;
  });
  return job;
}

async function failing(attempt: Promise<unknown>): Promise<[IppErrorKind, number | undefined]> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof IppError) return [error.kind, error.status];
    throw error;
  }
  throw new Error('the request succeeded');
}
