/**
 * The print engine of a virtual printer. `ippeveprinter` runs it once for every job, with the received file
 * as its argument and the job's attributes in its environment. It stores the file, records the job's options,
 * and prints the pages one by one, at the speed and with the fault of the control file. Its stderr drives the
 * printer: `ATTR:` reports impressions, `STATE:` raises and clears conditions. Its exit status ends the job:
 * 0 is completed, anything else aborted.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EngineControl, type EngineFault, DEFAULT_CONTROL } from './engine-control.js';
import { isCancelled } from './job-state.js';
import { jobFromEnvironment, type PrintedJob } from './printed-job.js';

const POLL_MS = 50;
const folder = required('SIXPENCE_PRINTER_FOLDER');
const printerUri = required('SIXPENCE_PRINTER_URI');
const qpdf = required('QPDF');
let lastControl = DEFAULT_CONTROL;

async function print(spooled: string): Promise<'completed' | 'aborted' | 'cancelled'> {
  let job = storeDocument(spooled);
  writeLine(`ATTR: job-impressions=${job.impressions} job-impressions-completed=0`);
  const end = (outcome: 'completed' | 'aborted' | 'crashed' | 'cancelled') =>
    writeNote({ ...job, outcome, endedAt: new Date().toISOString() });

  for (let page = 1; page <= job.impressions; page += 1) {
    await waitOutFault(page, job);
    const fault = faultAt(page, job.jobName);
    if (fault?.kind === 'abort') {
      writeLine(`ERROR: The engine gave up before page ${page}.`);
      end('aborted');
      return 'aborted';
    }
    if (fault?.kind === 'crash') {
      end('crashed');
      process.kill(process.pid, 'SIGKILL');
    }
    await waitForPage();
    if (await isCancelled(printerUri, job.jobId)) {
      end('cancelled');
      return 'cancelled';
    }
    job = writeNote({ ...job, impressionsCompleted: page });
    writeLine(`ATTR: job-impressions-completed=${page}`);
  }
  end('completed');
  return 'completed';
}

/** Keeps the document under a name that sorts by time, because job ids restart with the printer. */
function storeDocument(spooled: string): PrintedJob {
  const received = join(folder, 'received');
  mkdirSync(received, { recursive: true });
  const wanted = jobFromEnvironment(process.env);
  const startedAt = new Date().toISOString();
  const extension = wanted.mediaType === 'application/pdf' ? 'pdf' : 'dat';
  const document = join(received, `${startedAt.replaceAll(':', '-')}-${wanted.jobId}.${extension}`);
  copyFileSync(spooled, document);
  const pages = Number(execFileSync(qpdf, ['--show-npages', document], { encoding: 'utf8' }));
  const impressions = pages * wanted.copies;
  return writeNote({
    ...wanted,
    pages,
    impressions,
    impressionsCompleted: 0,
    outcome: 'printing',
    document,
    startedAt,
  });
}

/** Replaces the note with a rename, so that a reader never sees half of it. */
function writeNote(job: PrintedJob): PrintedJob {
  const file = job.document.replace(/\.[^.]+$/, '.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(job, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  return job;
}

/**
 * Waits while a fault stops the printer before this page. A fault that ends the job may replace it meanwhile.
 */
async function waitOutFault(page: number, job: PrintedJob): Promise<void> {
  const fault = faultAt(page, job.jobName);
  if (!fault || fault.kind === 'abort' || fault.kind === 'crash') return;
  const end = fault.seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + fault.seconds * 1000;
  writeLine(`STATE: +${fault.kind}-error`);
  while (
    Date.now() < end &&
    faultAt(page, job.jobName)?.kind === fault.kind &&
    !(await isCancelled(printerUri, job.jobId))
  ) {
    await pause(POLL_MS);
  }
  writeLine(`STATE: -${fault.kind}-error`);
}

/** Reads the speed repeatedly, so that a change also affects the page that is being printed. */
async function waitForPage(): Promise<void> {
  const startedMs = performance.now();
  const leftMs = () => {
    const { pagesPerSecond } = control();
    return pagesPerSecond > 0 ? startedMs + 1000 / pagesPerSecond - performance.now() : 0;
  };
  for (let left = leftMs(); left > 0; left = leftMs()) await pause(Math.min(left, POLL_MS));
}

function faultAt(page: number, jobName: string): EngineFault | undefined {
  const { fault } = control();
  const isOfJob = fault?.jobName === undefined || fault.jobName === jobName;
  return fault?.atPage === page && isOfJob ? fault : undefined;
}

/**
 * A shell empties the file before its `echo` writes it. While the file is empty, the engine keeps the last
 * settings.
 */
function control(): EngineControl {
  const text = readFileSync(join(folder, 'control.json'), 'utf8');
  if (text !== '') lastControl = JSON.parse(text) as EngineControl;
  return lastControl;
}

/** Writes synchronously, so that the line is not lost in a crash right after it. */
function writeLine(line: string): void {
  writeSync(process.stderr.fd, `${line}\n`);
}

function required(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`The engine needs ${variable}; its printer sets it.`);
  return value;
}

const outcome = await print(process.argv[2] ?? '');
process.exitCode = outcome === 'aborted' ? 1 : 0;
