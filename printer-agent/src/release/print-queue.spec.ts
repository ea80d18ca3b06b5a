import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { IppError } from '../ipp/errors.js';
import { quickLimits, World, type Box } from './testing/box.js';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { until } from '../testing/wait.js';

let world: World;
let box: Box;

async function begin(jobs: number, limits = quickLimits): Promise<void> {
  world = new World(jobs);
  await world.core.start();
  box = world.box(Infinity, limits);
}

async function print(): Promise<void> {
  box.start();
  box.press();
  await until(() => box.isDone);
}

/** The settle requests of each job, in the order of the jobs. */
function endings(): string[] {
  return world.jobs.map(({ jobId }) => (world.settled.get(jobId) ?? []).join(', '));
}

function steps(): string[] {
  return world.jobs.map(({ jobId }) => box.journal.jobs.findJob(jobId)?.step ?? 'absent');
}

beforeEach(() => begin(1));
afterEach(async () => {
  await box.kill();
  await world.end();
});

describe('a job at the printer', () => {
  test('is named by its id, has its options, and settles with its count', async () => {
    await print();
    const [job] = world.jobs;
    expect(world.printer.options[0]).toMatchObject({
      jobName: job?.jobId,
      format: 'application/pdf',
      side: '1-Sided',
      isColor: false,
      media: 'iso_a4_210x297mm',
      copies: 1,
    });
    expect(endings()).toEqual(['completed 2']);
  });

  test.each([
    ['createJob', 'before', 'interrupted'],
    ['createJob', 'after', 'interrupted'],
    ['createJob', 'after', 'timeout'],
    ['createJob', 'before', 'busy'],
    ['sendDocument', 'before', 'unreachable'],
    ['sendDocument', 'before', 'busy'],
    ['sendDocument', 'after', 'interrupted'],
    ['sendDocument', 'after', 'timeout'],
    ['getJob', 'before', 'unreachable'],
    ['getJob', 'before', 'garbage'],
    ['validateJob', 'before', 'timeout'],
  ] as const)('is printed once when %s fails %s it took effect (%s)', async (operation, when, kind) => {
    world.printer.faults = [{ operation, when, kind }];
    await print();
    expect(world.printer.printed).toEqual([world.jobs[0]?.jobId]);
    expect(endings()).toEqual(['completed 2']);
  });

  test.each([
    ['validateJob', 'unsupported-format', 'format-not-printable'],
    ['validateJob', 'unsupported-option', 'option-not-offered'],
    ['validateJob', 'auth', 'needs-set-up'],
    ['validateJob', 'tls', 'not-secure'],
    ['createJob', 'not-accepting', 'not-accepting'],
    ['createJob', 'aborted', 'aborted-by-printer'],
    ['createJob', 'refused', 'not-accepted'],
    ['sendDocument', 'unsupported-format', 'format-not-printable'],
    ['sendDocument', 'too-large', 'too-large'],
  ] as const)('is given back when %s is refused (%s)', async (operation, kind, reason) => {
    world.printer.faults = [{ operation, when: 'before', kind }];
    await print();
    expect(endings()).toEqual([`never-began 0 ${reason}`]);
    expect(world.printer.printed).toEqual([]);
    expect(world.printer.jobs.filter((job) => job.state < 7)).toEqual([]);
  });

  test('is only validated before core answers, and not validated again afterwards', async () => {
    const { release } = world.core.script;
    world.core.script.release = () => 'silence';
    box.start();
    box.press({ validatesAhead: true });
    await until(() => world.printer.options.length > 0 && world.core.names().includes('release'));
    expect(world.printer.calls).toEqual(['validateJob']);
    world.core.script.release = release;
    world.core.cut();
    await until(() => box.isDone);
    expect(world.printer.calls.slice(0, 3)).toEqual(['validateJob', 'createJob', 'sendDocument']);
    expect(endings()).toEqual(['completed 2']);
  });

  test('is not created when core refuses, although the printer would accept it', async () => {
    world.core.script.release = () => ({ status: 'refused', code: 'credits.insufficient', message: 'no' });
    box.start();
    box.press({ validatesAhead: true });
    await until(
      () => world.core.names().includes('release') && box.journal.releases.unanswered().length === 0,
    );
    expect(world.printer.calls).toEqual(['validateJob']);
    expect(steps()).toEqual(['absent']);
  });

  test.each([
    ['unsupported-option', 'option-not-offered'],
    ['auth', 'needs-set-up'],
    ['not-accepting', 'not-accepting'],
  ] as const)(
    'is given back without Create-Job when the printer refused it during the hold (%s)',
    async (kind, reason) => {
      world.printer.faults = [{ operation: 'validateJob', when: 'before', kind }];
      box.start();
      box.press({ validatesAhead: true });
      await until(() => box.isDone);
      expect(endings()).toEqual([`never-began 0 ${reason}`]);
      expect(world.printer.calls).toEqual(['validateJob']);
    },
  );

  test('is printed when the printer was busy during the hold', async () => {
    world.printer.faults = [{ operation: 'validateJob', when: 'before', kind: 'busy' }];
    box.start();
    box.press({ validatesAhead: true });
    await until(() => box.isDone);
    expect(endings()).toEqual(['completed 2']);
    expect(world.printer.calls.filter((call) => call === 'validateJob')).toHaveLength(2);
  });

  test('is not validated while another job is at the printer, because the printer may refuse only for that reason', async () => {
    world.printer.stuckAt = 2;
    box.start();
    box.press();
    await until(() => steps()[0] === 'printing');
    const validations = () => world.printer.calls.filter((call) => call === 'validateJob').length;
    const before = validations();
    box.queue.validateAhead(world.release.question);
    expect(validations()).toBe(before);
    world.printer.stuckAt = undefined;
    await until(() => box.isDone);
  });

  /** Gives the printer a job of another user. */
  function beBusy(): void {
    world.printer.jobs.push({
      jobId: 1,
      jobUuid: 'urn:uuid:other',
      jobUri: '',
      name: 'other',
      state: 6,
      reasons: [],
      impressionsCompleted: 0,
      countsImpressions: true,
    });
  }

  test('is given back when its user presses Home while it waits for a busy printer', async () => {
    beBusy();
    box.start();
    box.press();
    await until(() => box.journal.jobs.findJob(world.jobs[0]!.jobId)?.reason === 'printer-busy');
    box.queue.leaveRelease(world.release.question.releaseId);
    await until(() => box.isDone);
    expect(endings()).toEqual(['never-began 0 canceled-by-person']);
    expect(world.printer.printed).toEqual([]);
  });

  test('is given back when the printer stays busy with another job', async () => {
    await box.kill();
    box = world.box(Infinity, { ...quickLimits, busyInAllMs: 60 });
    beBusy();
    await print();
    expect(endings()).toEqual(['never-began 0 printer-busy']);
  });

  test('is given back when the printer is unreachable', async () => {
    const fault = { operation: 'validateJob', when: 'before', kind: 'unreachable' } as const;
    world.printer.faults = Array.from({ length: 10 }, () => fault);
    await print();
    expect(endings()).toEqual(['never-began 0 printer-unreachable']);
  });

  test('is settled with one page when the printer aborts it after page 1 of 2', async () => {
    world.printer.abortAt = 2;
    await print();
    expect(endings()).toEqual(['aborted 1 aborted-by-printer']);
  });

  test('is counted in the unit of its hold, also after a restart of the box', async () => {
    const getJob = world.printer.getJob.bind(world.printer);
    world.printer.getJob = async (jobId) => {
      const seen = await getJob(jobId);
      const sheetsCompleted = seen.impressionsCompleted;
      return { ...seen, impressionsCompleted: 2 * sheetsCompleted, sheetsCompleted };
    };
    Object.assign(world.jobs[0]!, { counting: 'sheets' });
    world.printer.stuckAt = 1;
    box.start();
    box.press();
    await until(() => world.printer.printed.length === 1);
    await box.kill();
    Object.assign(world.printer, { stuckAt: undefined, abortAt: 2 });
    box = world.box();
    box.start();
    await until(() => box.isDone);
    expect(endings()).toEqual(['aborted 1 aborted-by-printer']);
  });

  test('is neither sent again nor called printed when a restarted printer has forgotten it', async () => {
    world.printer.stuckAt = 2;
    box.start();
    box.press();
    await until(() => box.journal.jobs.ofRelease(world.release.question.releaseId)[0]?.impressions === 1);
    world.printer.restart();
    await until(() => box.isDone);
    expect(endings()).toEqual(['unknown 1 unknown-outcome']);
    expect(world.printer.printed).toHaveLength(1);
  });

  test('is settled as uncounted, not as 0 pages, when the printer never gives a count', async () => {
    const getJob = world.printer.getJob.bind(world.printer);
    world.printer.getJob = async (jobId) => {
      return { ...(await getJob(jobId)), impressionsCompleted: 0, countsImpressions: false };
    };
    await box.kill();
    box = world.box();
    await print();
    const settles = world.core.questions.filter(({ name }) => name === 'settle');
    expect(settles).toMatchObject([{ body: { outcome: 'completed', impressions: 0, counted: false } }]);
  });

  test('is not sent again when the printer calls it completed before it took all bytes, with count 0', async () => {
    const { printer } = world;
    const originalSend = printer.sendDocument.bind(printer);
    printer.sendDocument = async (jobId, document) => {
      const [job] = printer.jobs;
      if (printer.printed.length > 0 || !job) return originalSend(jobId, document);
      printer.printed.push(job.name);
      Object.assign(job, { state: 9, reasons: ['job-completed-successfully'] });
      throw new IppError('interrupted', 'the printer said yes before it had the whole document');
    };
    await box.kill();
    box = world.box();
    await print();
    expect(printer.printed).toEqual([world.jobs[0]?.jobId]);
    expect(endings()).toEqual(['completed 0']);
  });

  test('reports why it stalls, and continues when there is paper', async () => {
    world.printer.stuckAt = 2;
    world.printer.reasons = ['media-empty'];
    box.start();
    box.press();
    await until(() => steps()[0] === 'stalled');
    await until(() => world.core.questions.some(({ body }) => JSON.stringify(body).includes('media-empty')));
    world.printer.reasons = [];
    world.printer.stuckAt = undefined;
    await until(() => box.isDone);
    expect(endings()).toEqual(['completed 2']);
  });
});

test('a job that stalls too long is cancelled at the printer and settled by its count', async () => {
  await box.kill();
  await world.end();
  await begin(1, { ...quickLimits, stallMs: 50 });
  world.printer.stuckAt = 2;
  world.printer.reasons = ['media-jam'];
  await print();
  expect(endings()).toEqual(['canceled 1 stalled-too-long']);
  expect(world.printer.jobs[0]?.state).toBe(7);
});

describe('a release of several jobs', () => {
  beforeEach(async () => {
    await box.kill();
    await world.end();
    await begin(3);
  });

  test('is printed job by job, strictly one after another', async () => {
    await print();
    expect(world.printer.printed).toEqual(world.jobs.map((job) => job.jobId));
    expect(endings()).toEqual(['completed 2', 'completed 2', 'completed 2']);
  });

  test('finishes its current job when the user presses Home, and its other jobs are given back', async () => {
    world.printer.stuckAt = 2;
    box.start();
    box.press();
    await until(() => steps()[0] === 'printing');
    box.queue.leaveRelease(world.release.question.releaseId);
    world.printer.stuckAt = undefined;
    await until(() => box.isDone);
    const givenBack = 'never-began 0 canceled-by-person';
    expect(endings()).toEqual(['completed 2', givenBack, givenBack]);
  });

  test('continues while core is away, and settles when core is back', async () => {
    world.printer.stuckAt = 2;
    const { settle } = world.core.script;
    world.core.script.settle = () => 'silence';
    box.start();
    box.press();
    await until(() => steps()[0] === 'printing');
    world.printer.stuckAt = undefined;
    await until(() => steps().every((step) => step === 'ended'));
    world.core.script.settle = settle;
    world.core.cut();
    await until(() => box.isDone);
    expect(endings()).toEqual(['completed 2', 'completed 2', 'completed 2']);
  });

  test('is given back, not printed, when the box returns after the time limit', async () => {
    await box.kill();
    box = world.box(Infinity, { ...quickLimits, staleMs: -1 });
    await print();
    const givenBack = 'never-began 0 stalled-too-long';
    expect(endings()).toEqual([givenBack, givenBack, givenBack]);
    expect(world.printer.calls).toEqual([]);
  });

  test('waits behind a long document without a time limit', async () => {
    box.journal.releases.storeRelease(world.release);
    box.journal.releases.storeHeld(world.release.question.releaseId);
    // The first one was held just now; the others have waited for it since long before.
    for (const [position, held] of world.jobs.entries())
      box.journal.jobs.addJob(held, position, Date.now() - (position === 0 ? 0 : 2 * quickLimits.staleMs));
    box.start();
    await until(() => box.isDone);
    expect(endings()).toEqual(['completed 2', 'completed 2', 'completed 2']);
  });

  test('is given back when the user left before core answered', async () => {
    box.journal.releases.storeRelease(world.release);
    box.releases.abandon(world.release.question.releaseId);
    box.start();
    await until(() => box.isDone);
    const givenBack = 'never-began 0 canceled-by-person';
    expect(endings()).toEqual([givenBack, givenBack, givenBack]);
    expect(world.printer.calls).toEqual([]);
  });

  test('does not print a job whose money core no longer holds', async () => {
    const { job } = world.core.script;
    const first = world.jobs[0]!;
    world.core.script.job = (body) =>
      body.jobId === first.jobId ? { status: 'ok', body: { ...first, state: 'failed' } } : job!(body);
    box.journal.releases.storeRelease(world.release);
    box.journal.releases.storeHeld(world.release.question.releaseId);
    for (const [position, held] of world.jobs.entries()) box.journal.jobs.addJob(held, position, Date.now());
    box.start();
    await until(() => box.isDone);
    expect(world.printer.printed).toEqual(world.jobs.slice(1).map(({ jobId }) => jobId));
    expect(endings()[0]).toBe('never-began 0');
  });

  test('is given back as a whole when the journal refuses a job, and leaves nothing at the printer', async () => {
    await box.kill();
    box = world.box(Infinity, { ...quickLimits, retryMs: 5, journalRefusesMs: 100 });
    const disk = new FaultyDisk();
    try {
      // The press and the held jobs are written, and nothing after them.
      disk.fail({ kind: 'full', from: 3, to: Infinity });
      await print();
    } finally {
      disk.restore();
    }
    const givenBack = 'never-began 0 not-accepted';
    expect(endings()).toEqual([givenBack, givenBack, givenBack]);
    expect(world.printer.printed).toEqual([]);
    expect(world.printer.jobs.map(({ state }) => state).filter((state) => state < 7)).toEqual([]);
  });
});
