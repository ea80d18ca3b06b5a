import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import type { VirtualPrinter } from '@sixpence/sandbox/printers/virtual-printer';
import ipp, { type PrinterAnswer } from 'ipp';
import { eventually } from '../../support/eventually.js';
import { aPdf, pageCount } from '../../support/documents/pdf.js';
import { TestPrinters } from '../../support/peers/printers.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let printers: TestPrinters;
let printer: VirtualPrinter;

beforeAll(async () => {
  printers = await TestPrinters.start();
  after.defer(() => printers.stop());
  printer = await printers.add('hall');
});
afterAll(() => after.disposeAsync());

test('the note of a job has the requested attributes, and the received file has all pages', async () => {
  const attributes = {
    sides: 'two-sided-long-edge',
    'print-color-mode': 'monochrome',
    media: 'iso_a4_210x297mm',
  };
  await printed(await send({ pages: 3, attributes }));

  const job = printer.jobs().at(-1)!;
  expect(job).toMatchObject({
    jobName: 'A test',
    sides: 'two-sided-long-edge',
    printColorMode: 'monochrome',
    media: 'iso_a4_210x297mm',
    copies: 1,
    impressionsCompleted: 3,
    outcome: 'completed',
  });
  expect(await pageCount(readFileSync(job.document))).toBe(3);
});

test('copies multiply the impressions', async () => {
  await printed(await send({ pages: 2, attributes: { copies: 3 } }));
  expect(printer.jobs().at(-1)).toMatchObject({ pages: 2, impressions: 6, impressionsCompleted: 6 });
});

test('an abort before page 3 leaves two pages and an aborted job', async () => {
  printer.control({ pagesPerSecond: 0, fault: { kind: 'abort', atPage: 3 } });
  const ended = await printed(await send({ pages: 5 }));
  expect(ended).toMatchObject({ 'job-state': 'aborted', 'job-impressions-completed': 2 });
  expect(printer.jobs().at(-1)).toMatchObject({ outcome: 'aborted', impressionsCompleted: 2 });
});

test('a paper jam holds the job until it is cleared', async () => {
  printer.control({ pagesPerSecond: 0, fault: { kind: 'media-jam', atPage: 2 } });
  const jobId = await send({ pages: 2 });
  await until(async () => (await reasons()).some((reason) => reason.startsWith('media-jam')));
  expect(printer.jobs().at(-1)).toMatchObject({ outcome: 'printing', impressionsCompleted: 1 });

  printer.control({ pagesPerSecond: 0 });
  expect(await printed(jobId)).toMatchObject({ 'job-state': 'completed' });
  expect(await reasons()).toEqual(['none']);
});

test('an empty control file, as during a rewrite by a shell, ends no job', async () => {
  writeFileSync(printer.controlFile, '');
  expect(await printed(await send({ pages: 2 }))).toMatchObject({ 'job-state': 'completed' });
  printer.control({ pagesPerSecond: 0 });
});

test('a cancelled job ends between two pages', async () => {
  printer.control({ pagesPerSecond: 5 });
  const jobId = await send({ pages: 500 });
  const itsNote = () => printer.jobs().find((job) => job.jobId === jobId);
  await until(() => (itsNote()?.impressionsCompleted ?? 0) >= 2);
  const answer = await ask('Cancel-Job', { 'job-id': jobId });
  expect(answer.statusCode).toBe('successful-ok');
  expect(await printed(jobId)).toMatchObject({ 'job-state': 'canceled' });
  expect(printer.jobs().at(-1)!.outcome).toBe('cancelled');
  expect(printer.jobs().at(-1)!.impressionsCompleted).toBeLessThan(500);
});

test('a printer that lost power forgets its jobs and restarts its numbering', async () => {
  printer.control({ pagesPerSecond: 1 });
  await send({ pages: 5 });
  await printer.kill();
  await printer.restart();
  printer.control({ pagesPerSecond: 0 });
  expect(await send({ pages: 1 })).toBe(1);
  await printed(1);
});

test('a job waits for paper before its first page', async () => {
  await printer.takePaperOut();
  const jobId = await send({ pages: 1 });
  await until(async () => (await reasons()).some((reason) => reason.startsWith('media-empty')));
  await printer.loadPaper();
  expect(await printed(jobId)).toMatchObject({ 'job-state': 'completed' });
});

/**
 * Prints, and retries while the printer is busy with the end of the last job.
 * @returns the id of the job
 */
async function send(document: { pages: number; attributes?: Record<string, unknown> }): Promise<number> {
  const data = await aPdf({ pages: document.pages });
  return eventually(async () => {
    const answer = await ask(
      'Print-Job',
      { 'job-name': 'A test', 'document-format': 'application/pdf' },
      {
        'job-attributes-tag': document.attributes ?? {},
        data,
      },
    );
    if (answer.statusCode === 'successful-ok') return Number(answer['job-attributes-tag']!['job-id']);
    expect(answer.statusCode).toBe('server-error-busy');
    return undefined;
  });
}

async function printed(jobId: number): Promise<Record<string, unknown>> {
  let job: Record<string, unknown> = {};
  await until(async () => {
    const wanted = ['job-state', 'job-impressions-completed'];
    const answer = await ask('Get-Job-Attributes', { 'job-id': jobId, 'requested-attributes': wanted });
    job = answer['job-attributes-tag'] ?? {};
    return ['completed', 'aborted', 'canceled'].includes(String(job['job-state']));
  });
  return job;
}

async function reasons(): Promise<string[]> {
  const answer = await ask('Get-Printer-Attributes', { 'requested-attributes': ['printer-state-reasons'] });
  return [answer['printer-attributes-tag']?.['printer-state-reasons'] ?? []].flat().map(String);
}

function ask(operation: string, attributes: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const operationAttributes = { 'requesting-user-name': 'tests', ...attributes };
  return new Promise<PrinterAnswer>((resolve, reject) => {
    new ipp.Printer(printer.uri.replace('ipp:', 'http:')).execute(
      operation,
      { 'operation-attributes-tag': operationAttributes, ...more },
      (error, answer) => (error ? reject(error) : resolve(answer)),
    );
  });
}
