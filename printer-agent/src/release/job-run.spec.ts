import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { PrintableDocument, PrinterAttributes, PrinterJob } from '../ipp/client.js';
import { IppError, type IppErrorKind } from '../ipp/errors.js';
import { ScriptedPrinter } from '../ipp/testing/scripted-printer.js';
import { Journal } from '../journal/journal.js';
import type { JobRecord } from '../job/job-record.js';
import { aJob, aRelease } from '../testing/builders.js';
import { until } from '../testing/wait.js';
import { JobRun, type JobRunParts } from './job-run.js';
import { AlreadyBegun, DocumentUnavailable, type OpenDocument } from './job-source.js';
import { OpenJob } from './open-job.js';
import { quickLimits } from './testing/box.js';

/** How the upload of a document fails. */
interface UploadFault {
  /** The number of uploads that fail; the next one succeeds. */
  readonly times: number;
  readonly kind: IppErrorKind;
  /** True when the printer had read the whole document by then. */
  readonly isWhole: boolean;
  /** The state of the job in the printer afterwards. */
  readonly jobAfter: Partial<PrinterJob> | 'forgotten';
}

/** A printer that lets uploads fail, and counts Send-Document requests. */
class PrinterWithUploadFaults extends ScriptedPrinter {
  sends = 0;
  uploadFault: UploadFault | undefined;

  override async sendDocument(jobId: number, document: PrintableDocument): Promise<PrinterJob> {
    this.sends += 1;
    if (!this.uploadFault || this.sends > this.uploadFault.times) return super.sendDocument(jobId, document);
    const { kind, isWhole, jobAfter } = this.uploadFault;
    if (isWhole) await buffer(document.stream as Readable);
    if (jobAfter === 'forgotten') this.restart();
    else
      Object.assign(
        this.jobs.find((job) => job.jobId === jobId)!,
        jobAfter,
      );
    throw new IppError(kind, 'the upload broke off');
  }
}

const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
const aborted = { state: 8, reasons: ['aborted-by-system'] } as const;
const abortedUpload: UploadFault = {
  times: 1,
  kind: 'interrupted',
  isWhole: false,
  jobAfter: { ...aborted, reasons: [] },
};

let journal: Journal;
let printer: PrinterWithUploadFaults;

beforeEach(() => {
  logged = [];
  journal = new Journal(':memory:');
  printer = new PrinterWithUploadFaults();
});
afterEach(() => journal.close());

/** A job of two pages with a hold at core; `ready` in the journal. */
function aHeldJob(): JobRecord {
  const release = aRelease();
  journal.releases.storeRelease(release);
  return journal.jobs.addJob(aJob(release, { pages: 2 }), 0, Date.now());
}

/** Creates the job at the printer, as an earlier run of the agent did. */
async function createdAtPrinter(record: JobRecord): Promise<PrinterJob> {
  const { jobId, side, isColor } = record;
  return printer.createJob({ jobName: jobId, format: 'application/pdf', side, isColor });
}

/** A source of documents; the start of the hold is unknown unless given. */
function sourceOf(open: JobRunParts['source']['openDocument'], heldAt?: () => number): JobRunParts['source'] {
  return { openDocument: open, heldAt: heldAt ?? (() => undefined) };
}

/** The log's messages of the last run. */
let logged: string[];

/** Runs the job to its end. @returns outcome, pages, and reason */
async function run(changes: Partial<JobRunParts> = {}, record = aHeldJob()): Promise<string> {
  const bytes = Buffer.from('%PDF-1.7 two pages');
  const parts: JobRunParts = {
    printer,
    counting: 'impressions',
    source: sourceOf(() => Promise.resolve({ stream: Readable.from([bytes]), byteLength: bytes.length })),
    validate: (options) => printer.validateJob(options),
    attributes: () => Promise.resolve(printer.attributes()),
    stopReason: () => undefined,
    previousEndedAt: 0,
    isLeaving: () => false,
    limits: quickLimits,
    log,
    signal: new AbortController().signal,
    ...changes,
  };
  const job = new OpenJob(record, journal.jobs, log);
  await new JobRun(parts, job).run();
  const { ending, impressions } = job.record;
  return [ending?.outcome, impressions, ending?.reason].join(' ').trim();
}

describe('a document whose upload broke off', () => {
  test('is sent again when the printer aborted the job before it had all bytes, and counts 0 pages', async () => {
    printer.uploadFault = abortedUpload;
    expect(await run()).toBe('completed 2');
    expect(printer.sends).toBe(2);
  });

  test('is sent again, in a new job, when the printer still waits for it; the waiting job is cancelled', async () => {
    printer.uploadFault = { ...abortedUpload, jobAfter: {} };
    expect(await run()).toBe('completed 2');
    expect(printer.jobs.map(({ state }) => state)).toEqual([7, 9]);
  });

  test.each([
    ['the printer had read all of it', { isWhole: true }, 'aborted 0 aborted-by-printer'],
    [
      'a page came out',
      { jobAfter: { ...aborted, impressionsCompleted: 1 } },
      'aborted 1 aborted-by-printer',
    ],
    ['the printer says that it is done', { jobAfter: { state: 9, reasons: [] } }, 'completed 0'],
    ['the printer prints', { jobAfter: { state: 5, reasons: [] } }, 'completed 2'],
    ['the printer has forgotten the job', { jobAfter: 'forgotten' }, 'unknown 0 unknown-outcome'],
    [
      'the printer gives no count',
      { jobAfter: { ...aborted, countsImpressions: false } },
      'aborted 0 aborted-by-printer',
    ],
  ] as [string, Partial<UploadFault>, string][])('is not sent again when %s', async (_, broken, ending) => {
    printer.uploadFault = { ...abortedUpload, ...broken };
    expect(await run()).toBe(ending);
    expect(printer.sends).toBe(1);
  });

  test.each(['sheets', 'none'] as const)(
    'is not sent again to a printer that counts %s, where 0 pages prove nothing',
    async (counting) => {
      printer.uploadFault = abortedUpload;
      expect(await run({ counting })).toBe('aborted 0 aborted-by-printer');
      expect(printer.sends).toBe(1);
    },
  );

  test('is not sent again when a page was printed before the waiting job was cancelled', async () => {
    printer.uploadFault = { ...abortedUpload, jobAfter: {} };
    printer.cancelJob = () => {
      Object.assign(printer.jobs[0]!, { state: 7, reasons: [], impressionsCompleted: 1 });
      return Promise.resolve();
    };
    expect(await run()).toBe('canceled 1 canceled-at-printer');
    expect(printer.sends).toBe(1);
  });

  test('is not sent again by a restarted agent, which cannot know how much was sent', async () => {
    const tried = journal.jobs.move(aHeldJob(), 'preflight');
    const { jobId, jobUuid, jobUri } = await createdAtPrinter(tried);
    const printerSide = { jobId, jobUuid, jobUri, printerUpTime: 100 };
    Object.assign(printer.jobs[0]!, aborted);
    const ending = await run({}, journal.jobs.move(tried, 'created', { printerSide }));
    expect(ending).toBe('aborted 0 aborted-by-printer');
    expect(printer.sends).toBe(0);
  });

  test('ends its job as never begun after three tries', async () => {
    printer.uploadFault = { ...abortedUpload, times: 100 };
    expect(await run()).toBe('never-began 0 printer-unreachable');
    expect(printer.sends).toBe(3);
  });

  test.each(['unreachable', 'timeout', 'interrupted', 'garbage', 'busy'] as const)(
    'does not end its job as never begun when the printer has forgotten the job (%s)',
    async (kind) => {
      printer.uploadFault = { ...abortedUpload, kind, jobAfter: 'forgotten' };
      expect(await run()).toBe('unknown 0 unknown-outcome');
    },
  );
});

test("a job is stored with the printer's up-time and the time at which it was read", async () => {
  const startedAt = Date.now() - 1_000;
  const record = aHeldJob();
  await run({}, record);
  const { printerUpTime, upTimeSeenAt } = journal.jobs.findJob(record.jobId)!.printerSide!;
  expect(printerUpTime).toBe(100);
  expect(upTimeSeenAt).toBeGreaterThan(startedAt);
});

test('the journal records at once that the printer has the document and prints, and the document is not sent again', async () => {
  const steps: string[] = [];
  journal.jobs.on('changed', ({ step }) => steps.push(step));
  expect(await run()).toBe('completed 2');
  expect(steps.slice(0, 3)).toEqual(['preflight', 'created', 'printing']);
  expect(printer.sends).toBe(1);
});

test('the box polls the printer again before the journal says that the printer has the document', async () => {
  const looksBefore: number[] = [];
  journal.jobs.on('changed', ({ step }) => {
    if (step !== 'printing') return;
    looksBefore.push(printer.calls.filter((call) => call === 'getJob').length);
  });
  expect(await run()).toBe('completed 2');
  expect(looksBefore[0]).toBe(1);
});

describe('a document that the printer refused', () => {
  const refused: UploadFault = { ...abortedUpload, kind: 'unsupported-format' };

  test('ends its job as never begun when the printer has dropped the job', async () => {
    printer.uploadFault = { ...refused, jobAfter: 'forgotten' };
    expect(await run()).toBe('never-began 0 format-not-printable');
  });

  test('may have been printed when the printer aborted the job during the upload, and dropped it', async () => {
    printer.uploadFault = { ...refused, kind: 'aborted', isWhole: true, jobAfter: 'forgotten' };
    expect(await run()).toMatch(/^unknown 0/);
  });

  test('ends its job as never begun, and the job is cancelled, when the printer keeps it waiting', async () => {
    printer.uploadFault = { ...refused, jobAfter: { state: 3, reasons: [] } };
    expect(await run()).toBe('never-began 0 format-not-printable');
    expect(printer.jobs.map(({ state }) => state)).toEqual([7]);
  });

  test('is followed to its end when the printer prints it after all', async () => {
    printer.uploadFault = { ...refused, jobAfter: { state: 5, reasons: [] } };
    expect(await run()).toBe('completed 2');
  });

  test('is not called unprinted when the printer does not answer any more', async () => {
    printer.uploadFault = refused;
    printer.getJob = () => Promise.reject(new IppError('unreachable', 'switched off'));
    const ending = await run({ limits: { ...quickLimits, stallMs: 5 } });
    expect(ending).toBe('unknown 0 printer-unreachable');
  });
});

describe('the count that a job is settled by', () => {
  test('is read once more after the end, because the last page is often counted late', async () => {
    const getJob = printer.getJob.bind(printer);
    let isOver = false;
    printer.getJob = async (jobId) => {
      const seen = await getJob(jobId);
      if (isOver || seen.state !== 9) return seen;
      isOver = true;
      return { ...seen, impressionsCompleted: 1 };
    };
    expect(await run()).toBe('completed 2');
  });

  test('proves that the job had begun, although its first page was counted only after the end', async () => {
    printer.uploadFault = { ...abortedUpload, isWhole: true };
    const record = aHeldJob();
    const getJob = printer.getJob.bind(printer);
    let looksAfterEnd = 0;
    printer.getJob = async (jobId) => {
      const seen = await getJob(jobId);
      if (seen.state === 8) looksAfterEnd += 1;
      return { ...seen, impressionsCompleted: looksAfterEnd > 2 ? 1 : 0 };
    };
    expect(await run({}, record)).toBe('aborted 1 aborted-by-printer');
    expect(journal.jobs.findJob(record.jobId)?.began).toBe(true);
  });

  test('is waited for when it comes shortly after the end', async () => {
    const getJob = printer.getJob.bind(printer);
    let looksAfterEnd = 0;
    printer.getJob = async (jobId) => {
      const seen = await getJob(jobId);
      if (seen.state === 9) looksAfterEnd += 1;
      return looksAfterEnd < 5 ? { ...seen, impressionsCompleted: 0 } : seen;
    };
    expect(await run({ limits: { ...quickLimits, lateCountMs: 60_000 } })).toBe('completed 2');
    expect(looksAfterEnd).toBe(5);
  });

  test('is waited for up to a limit', async () => {
    const getJob = printer.getJob.bind(printer);
    printer.getJob = async (jobId) => ({ ...(await getJob(jobId)), impressionsCompleted: 0 });
    expect(await run({ limits: { ...quickLimits, lateCountMs: 10 } })).toBe('completed 0');
  });

  test('is the count of sheets when the printer counts sheets and reports them', async () => {
    const getJob = printer.getJob.bind(printer);
    printer.abortAt = 2;
    printer.getJob = async (jobId) => ({
      ...(await getJob(jobId)),
      impressionsCompleted: 0,
      countsImpressions: false,
      sheetsCompleted: 1,
    });
    expect(await run({ counting: 'sheets' })).toBe('aborted 1 aborted-by-printer');
    expect(await run({ counting: 'none' })).toMatch(/^aborted 0/);
  });

  test('is not read again when the printer counts nothing', async () => {
    const getJob = printer.getJob.bind(printer);
    let looksAfterEnd = 0;
    printer.getJob = async (jobId) => {
      const seen = await getJob(jobId);
      if (seen.state === 9) looksAfterEnd += 1;
      return { ...seen, impressionsCompleted: 0 };
    };
    expect(await run({ counting: 'none' })).toBe('completed 0');
    expect(looksAfterEnd).toBe(1);
  });

  test('does not fall when the printer forgets the job right after its end', async () => {
    printer.abortAt = 2;
    const getJob = printer.getJob.bind(printer);
    printer.getJob = async (jobId) => {
      const seen = await getJob(jobId);
      if (seen.state === 8) printer.restart();
      return seen;
    };
    expect(await run()).toBe('aborted 1 aborted-by-printer');
  });
});

describe('a new job, directly after core has answered the release', () => {
  const bytes = Buffer.from('%PDF-1.7 two pages');
  const document = () => ({ stream: Readable.from([bytes]), byteLength: bytes.length });
  const aNewJob = () => journal.jobs.move(aHeldJob(), 'preflight');

  test('is created while its document is still being fetched', async () => {
    let arrive = (): void => undefined;
    const open = () => new Promise<OpenDocument>((resolve) => (arrive = () => resolve(document())));
    const ended = run({ isNew: true, source: sourceOf(open) }, aNewJob());
    await until(() => printer.jobs.length > 0);
    expect(printer.sends).toBe(0);
    arrive();
    expect(await ended).toBe('completed 2');
    expect(printer.calls).not.toContain('findJob');
  });

  test('is withdrawn when its document does not come, and created again when it does', async () => {
    const answers = [
      () => Promise.reject(new DocumentUnavailable('away')),
      () => Promise.resolve(document()),
    ];
    const open = () => answers.shift()!();
    expect(await run({ isNew: true, source: sourceOf(open) }, aNewJob())).toBe('completed 2');
    expect(printer.jobs.map(({ state }) => state)).toEqual([7, 9]);
    expect(printer.sends).toBe(1);
    expect(logged.join()).toContain('The document could not be fetched');
  });

  test.each([
    ['does not say that it waits for the document', { reasons: [] }],
    ['has aborted the job without a count', { ...aborted, countsImpressions: false }],
    ['has forgotten the job', 'forgotten'],
  ] as [string, UploadFault['jobAfter']][])(
    'is created again when its document did not come and the printer %s',
    async (_, jobAfter) => {
      let tries = 0;
      const open = () => {
        tries += 1;
        if (tries > 1) return Promise.resolve(document());
        return until(() => printer.jobs.length > 0).then(() => {
          if (jobAfter === 'forgotten') printer.restart();
          else Object.assign(printer.jobs[0]!, jobAfter);
          throw new DocumentUnavailable('away');
        });
      };
      expect(await run({ isNew: true, source: sourceOf(open) }, aNewJob())).toBe('completed 2');
      expect(printer.sends).toBe(1);
    },
  );

  test('is not withdrawn when fetching its document fails by a defect: the next run finds the job', async () => {
    let tries = 0;
    const open = () => {
      tries += 1;
      return Promise.reject(new RangeError('a defect'));
    };
    const running = run({ isNew: true, source: sourceOf(open) }, aNewJob());
    await expect(running).rejects.toThrow(RangeError);
    expect([tries, printer.sends]).toEqual([1, 0]);
    expect(printer.jobs.map(({ state }) => state)).not.toContain(7);
    expect(printer.jobs).toHaveLength(1);
  });

  test('is withdrawn, and ends as never begun, when core no longer holds its price', async () => {
    const open = () => Promise.resolve('over' as const);
    expect(await run({ isNew: true, source: sourceOf(open) }, aNewJob())).toBe('never-began 0');
    expect(printer.jobs.map(({ state }) => state)).toEqual([7]);
    expect(printer.sends).toBe(0);
  });
});

describe('a job that has not begun', () => {
  test('is not created before its document is there', async () => {
    let tries = 0;
    const open = () => {
      tries += 1;
      expect(printer.jobs).toEqual([]);
      if (tries < 3) return Promise.reject(new DocumentUnavailable('away'));
      return Promise.resolve({ stream: Readable.from([Buffer.from('x')]), byteLength: 1 });
    };
    expect(await run({ source: sourceOf(open) })).toBe('completed 2');
  });

  test.each([
    ['takes no jobs', 'not-accepting', { accepting: false }],
    [
      'takes no PDF, and would print its bytes as text',
      'format-not-printable',
      { formats: ['image/pwg-raster'] },
    ],
    ['cannot create a job before it gets the document', 'not-accepted', { supportsCreateJob: false }],
  ] as [string, string, Partial<PrinterAttributes>][])(
    'is given back when the printer %s',
    async (_, reason, changes) => {
      const attributes = () => Promise.resolve({ ...printer.attributes(), ...changes });
      expect(await run({ attributes })).toBe(`never-began 0 ${reason}`);
      expect(printer.jobs).toEqual([]);
    },
  );

  test('is given back when the user leaves while the printer is busy with another job', async () => {
    let hasLeft = false;
    const createJob = printer.createJob.bind(printer);
    printer.createJob = (options) => {
      if (hasLeft) return createJob(options);
      hasLeft = true;
      throw new IppError('busy', 'somebody else prints');
    };
    expect(await run({ isLeaving: () => hasLeft })).toBe('never-began 0 canceled-by-person');
    expect(printer.jobs).toEqual([]);
    expect(logged.join()).toContain('The printer did not take the job');
  });

  test('is given back when its hold is too old', async () => {
    const limits = { ...quickLimits, staleMs: 60_000 };
    const old = { ...aHeldJob(), heldAt: Date.now() - 60_001 };
    expect(await run({ limits }, old)).toBe('never-began 0 stalled-too-long');
    expect(printer.jobs).toEqual([]);
  });

  test('is given back when its hold is too old by core’s clock, although the box’s clock has jumped back', async () => {
    const limits = { ...quickLimits, staleMs: 60_000 };
    const ahead = { ...aHeldJob(), heldAt: Date.now() + 3_600_000 };
    let hasCoreAnswered = false;
    const open = () => {
      hasCoreAnswered = true;
      return Promise.resolve({ stream: Readable.from([Buffer.from('x')]), byteLength: 1 });
    };
    const source = {
      openDocument: open,
      heldAt: () => (hasCoreAnswered ? Date.now() - 60_001 : undefined),
    };
    expect(await run({ limits, source }, ahead)).toBe('never-began 0 stalled-too-long');
    expect(printer.jobs).toEqual([]);
  });

  test('closes the stream of each document that was fetched and not sent', async () => {
    const open: Readable[] = [];
    const source = sourceOf(() => {
      open.push(Readable.from([Buffer.from('x')]));
      return Promise.resolve({ stream: open.at(-1)!, byteLength: 1 });
    });
    const kinds: IppErrorKind[] = ['busy', 'busy', 'auth'];
    const validate = () => Promise.reject(new IppError(kinds.shift()!, 'no'));
    expect(await run({ source, validate })).toBe('never-began 0 needs-set-up');
    await new Promise((resolve) => setImmediate(resolve));
    expect(open.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  test('is not printed when core no longer holds its price', async () => {
    expect(await run({ source: sourceOf(() => Promise.resolve('over')) })).toBe('never-began 0');
    expect(printer.jobs).toEqual([]);
  });

  test('is not printed when core knows it as printing, and ends as unknown', async () => {
    const source = sourceOf(() => Promise.reject(new AlreadyBegun('it is printing')));
    expect(await run({ source })).toBe('unknown 0 unknown-outcome');
    expect(printer.jobs).toEqual([]);
  });

  test('is created again only after a job of an earlier try is cancelled', async () => {
    const tried = journal.jobs.move(aHeldJob(), 'preflight');
    await createdAtPrinter(tried);
    printer.calls.length = 0;
    expect(await run({}, tried)).toBe('completed 2');
    const acts = printer.calls.filter((call) => call === 'cancelJob' || call === 'createJob');
    expect(acts).toEqual(['cancelJob', 'createJob']);
  });

  test.each([
    ['at once', []],
    ['after a busy answer', [{ operation: 'validateJob', when: 'before', kind: 'busy' }]],
  ] as const)(
    'is created again %s when it waits for its document at a printer without counts',
    async (_, faults) => {
      const tried = journal.jobs.move(aHeldJob(), 'preflight');
      await createdAtPrinter(tried);
      printer.faults = [...faults];
      expect(await run({ counting: 'none' }, tried)).toBe('completed 2');
      expect(printer.jobs.map(({ state }) => state)).toEqual([7, 9]);
    },
  );

  test('is cancelled after a Create-Job without an answer, before it is created again', async () => {
    printer.faults = [{ operation: 'createJob', when: 'after', kind: 'timeout' }];
    expect(await run()).toBe('completed 2');
    expect(printer.jobs.map(({ state }) => state)).toEqual([7, 9]);
  });
});

describe('a job that has not begun according to a restored journal', () => {
  test.each([
    ['has completed it since', { state: 9, impressionsCompleted: 2 }, 'completed 2'],
    ['has stopped it after a page', { state: 8, impressionsCompleted: 1 }, 'aborted 1 aborted-by-printer'],
  ] as const)('is not printed again when the printer %s', async (_, end, ending) => {
    const tried = journal.jobs.move(aHeldJob(), 'preflight');
    await createdAtPrinter(tried);
    Object.assign(printer.jobs[0]!, { reasons: [], ...end });
    expect(await run({}, tried)).toBe(ending);
    expect(printer.sends).toBe(0);
  });

  test.each(['impressions', 'sheets', 'none'] as const)(
    'is followed, not cancelled, when it runs at a printer that counts %s',
    async (counting) => {
      const tried = journal.jobs.move(aHeldJob(), 'preflight');
      await createdAtPrinter(tried);
      Object.assign(printer.jobs[0]!, { state: 5, reasons: ['job-printing'] });
      expect(await run({ counting }, tried)).toBe('completed 2');
      expect(printer.jobs).toHaveLength(1);
      expect(printer.calls).not.toContain('cancelJob');
      expect(printer.sends).toBe(0);
    },
  );

  test.each([
    ['impressions', { countsImpressions: false }],
    ['impressions', { sheetsCompleted: 1 }],
    ['sheets', {}],
    ['none', {}],
  ] as const)(
    'is not printed again when it has ended and the count (%s, %j) does not prove that nothing was printed',
    async (counting, count) => {
      const tried = journal.jobs.move(aHeldJob(), 'preflight');
      await createdAtPrinter(tried);
      Object.assign(printer.jobs[0]!, { state: 8, reasons: ['aborted-by-system'], ...count });
      expect(await run({ counting }, tried)).toMatch(/^aborted /);
      expect(printer.sends).toBe(0);
    },
  );
});

describe('a clock change during a job', () => {
  /**
   * Changes the wall clock by `byMs` at the first poll of the job. The job is stuck until poll `movesAt`.
   */
  function setClockDuringJob(byMs: number, movesAt: number): void {
    const realNow = Date.now.bind(Date);
    const getJob = printer.getJob.bind(printer);
    let looks = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + (looks > 0 ? byMs : 0));
    printer.stuckAt = 1;
    printer.getJob = (jobId) => {
      looks += 1;
      if (looks === movesAt) printer.stuckAt = undefined;
      return getJob(jobId);
    };
  }

  const day = 24 * 60 * 60 * 1_000;
  test.each([
    ['forward', day],
    ['back', -day],
  ])('by a day (%s) neither cancels the job nor keeps it from ending', async (_, byMs) => {
    setClockDuringJob(byMs, 3);
    expect(await run()).toBe('completed 2');
    expect(printer.calls).not.toContain('cancelJob');
  });

  test('by a day (back) does not keep a stuck job from being cancelled', async () => {
    setClockDuringJob(-day, Infinity);
    const limits = { ...quickLimits, pendingMs: 0, stallMs: 20, quietPerPageMs: 0 };
    expect(await run({ limits, stopReason: () => 'media-empty' })).toMatch(/^canceled 0/);
  });
});

test('a stuck job is cancelled under its current job-id', async () => {
  const canceled: number[] = [];
  const cancelJob = printer.cancelJob.bind(printer);
  const getJob = printer.getJob.bind(printer);
  printer.stuckAt = 1;
  printer.getJob = (jobId) => {
    printer.jobs[0]!.jobId = 12;
    return getJob(jobId);
  };
  printer.cancelJob = (jobId) => {
    canceled.push(jobId);
    return cancelJob(jobId);
  };
  const limits = { ...quickLimits, pendingMs: 0, stallMs: 20, quietPerPageMs: 0, cancelMs: 20 };
  expect(await run({ limits, stopReason: () => 'media-empty' })).toMatch(/^canceled 0/);
  expect(canceled).toEqual([12]);
});

describe('Cancel-Job', () => {
  const limits = { ...quickLimits, pendingMs: 0, stallMs: 20, quietPerPageMs: 0, cancelAgainMs: 0 };

  /** The printer answers each Cancel-Job, but obeys only from the one with this number. */
  function obeyCancelFrom(number: number): () => number {
    let cancels = 0;
    const cancelJob = printer.cancelJob.bind(printer);
    printer.stuckAt = 1;
    printer.cancelJob = (jobId) => {
      cancels += 1;
      return cancels >= number ? cancelJob(jobId) : Promise.resolve();
    };
    return () => cancels;
  }

  test('is repeated until the printer says that the job is over', async () => {
    const cancels = obeyCancelFrom(4);
    expect(await run({ limits, stopReason: () => 'media-empty' })).toMatch(/^canceled 0/);
    expect(cancels()).toBe(4);
  });

  test('is repeated by a restarted box, whatever its clock says', async () => {
    const tried = journal.jobs.move(aHeldJob(), 'preflight');
    const { jobId, jobUuid, jobUri } = await createdAtPrinter(tried);
    const printerSide = { jobId, jobUuid, jobUri, printerUpTime: 100 };
    Object.assign(printer.jobs[0]!, { state: 5, reasons: [] });
    const cancels = obeyCancelFrom(2);
    const sent = journal.jobs.move(journal.jobs.move(tried, 'created', { printerSide }), 'sent');
    const ahead = journal.jobs.note(sent, { canceledAt: Date.now() + 86_400_000, began: true });
    expect(await run({ limits }, ahead)).toBe('canceled 0 stalled-too-long');
    expect(cancels()).toBe(2);
  });

  test.each([
    ['has forgotten the job', 'impressions', 'unknown 0 unknown-outcome'],
    ['calls it cancelled, and counts nothing', 'none', 'canceled 0 stalled-too-long'],
  ] as const)(
    'to an unreachable printer proves nothing about pages printed meanwhile: the printer %s',
    async (jobAfter, counting, ending) => {
      let isAway = false;
      const sendDocument = printer.sendDocument.bind(printer);
      const getJob = printer.getJob.bind(printer);
      const away = () => new IppError('unreachable', 'its cable is out');
      printer.sendDocument = async (...sent) => {
        const job = await sendDocument(...sent);
        isAway = true;
        return { ...job, state: 3, reasons: [] };
      };
      printer.getJob = (jobId) => (isAway ? Promise.reject(away()) : getJob(jobId));
      printer.cancelJob = () => {
        isAway = false;
        if (jobAfter === 'has forgotten the job') printer.restart();
        else Object.assign(printer.jobs[0]!, { state: 7, reasons: [], countsImpressions: false });
        return Promise.reject(away());
      };
      expect(await run({ limits, counting })).toBe(ending);
    },
  );

  test('that the printer never obeys ends in an unknown outcome, although the clock has jumped back', async () => {
    const tried = journal.jobs.move(aHeldJob(), 'preflight');
    const { jobId, jobUuid, jobUri } = await createdAtPrinter(tried);
    const printerSide = { jobId, jobUuid, jobUri, printerUpTime: 100 };
    Object.assign(printer.jobs[0]!, { state: 5, reasons: [] });
    obeyCancelFrom(Infinity);
    const sent = journal.jobs.move(journal.jobs.move(tried, 'created', { printerSide }), 'sent');
    const ahead = journal.jobs.note(sent, { canceledAt: Date.now() + 86_400_000 });
    expect(await run({ limits: { ...limits, cancelMs: 20 } }, ahead)).toBe('unknown 0 stalled-too-long');
  });
});
