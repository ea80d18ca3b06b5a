import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AgentAnswer, AgentJob, AgentRequest } from '@sixpence/contracts/agent/gateway';
import { printLimits } from './release/limits.js';
import { aJob } from './testing/builders.js';
import { FaultyDisk, type DiskFault } from './testing/faulty-disk.js';
import { code, TestBox } from './testing/test-box.js';
import { until } from './testing/wait.js';

/** Short waits, so that a box gives a job back within a second instead of half a minute. */
const limits = {
  ...printLimits,
  pollMs: 5,
  retryMs: 20,
  journalRefusesMs: 300,
  releaseWriteRetry: { firstMs: 10, mostMs: 40 },
};
const pages = 3;
const priceMinor = 15;

/** Core’s part: the jobs of each release, and the first ending of each job. */
class Books {
  readonly releases = new Map<string, AgentJob[]>();
  readonly endings = new Map<string, { outcome: string; capturedMinor: number }>();

  constructor(private readonly box: TestBox) {}

  hold = (question: AgentRequest<'release'>) => {
    const jobs = this.releases.get(question.releaseId) ?? [
      aJob({ printerId: this.box.hall.id, question }, { pages }),
    ];
    this.releases.set(question.releaseId, jobs);
    const body = { jobs: jobs.map((job) => this.asCoreSays(job)), available: gbp(985) };
    return { status: 'ok' as const, body };
  };

  job = ({ jobId }: AgentRequest<'job'>) => ({
    status: 'ok' as const,
    body: this.asCoreSays(this.find(jobId)),
  });

  settle = (question: AgentRequest<'settle'>) => {
    const { jobId, outcome, impressions } = question;
    const captured = outcome === 'never-began' ? 0 : impressions * 5;
    const ending = this.endings.get(jobId) ?? { outcome, capturedMinor: captured };
    this.endings.set(jobId, ending);
    const body: AgentAnswer<'settle'> = {
      jobId,
      state: ending.capturedMinor === priceMinor ? 'completed' : 'failed',
      impressions,
      captured: gbp(ending.capturedMinor),
      returned: gbp(priceMinor - ending.capturedMinor),
      available: gbp(985),
    };
    return { status: 'ok' as const, body };
  };

  /** Whether all jobs are settled, so that the printer accepts other users’ codes. */
  get isFree(): boolean {
    return [...this.releases.values()].flat().every(({ jobId }) => this.endings.has(jobId));
  }

  get charged(): string[] {
    return [...this.endings].flatMap(([jobId, { capturedMinor }]) => (capturedMinor > 0 ? [jobId] : []));
  }

  private asCoreSays(job: AgentJob): AgentJob {
    const ending = this.endings.get(job.jobId);
    if (!ending) return job;
    return { ...job, state: ending.capturedMinor > 0 ? 'completed' : 'failed' };
  }

  private find(jobId: string): AgentJob {
    const found = [...this.releases.values()].flat().find((job) => job.jobId === jobId);
    if (!found) throw new Error(`Core has not held the job ${jobId}`);
    return found;
  }
}

function gbp(minor: number) {
  return { minor, currency: 'GBP' } as const;
}

let box: TestBox;
let books: Books;
let disk: FaultyDisk;
let unhandled: unknown[];
const hear = (error: unknown) => void unhandled.push(error);

beforeEach(() => {
  disk = new FaultyDisk();
  unhandled = [];
  process.on('unhandledRejection', hear);
});
afterEach(async () => {
  disk.fail(undefined);
  await box.stop();
  disk.restore();
  process.off('unhandledRejection', hear);
});

async function startBox(limitsOfBox = limits): Promise<void> {
  box = await TestBox.start(limitsOfBox);
  books = new Books(box);
  Object.assign(box.core.script, { release: books.hold, job: books.job, settle: books.settle });
}

/** Types the code until the documents are shown. @returns false when the panel refuses twice */
async function logIn(): Promise<boolean> {
  await box.showKeypad();
  for (let tries = 0; tries < 2; tries += 1) {
    const before = box.page.views.length;
    box.page.press({ action: 'login', code });
    await until(() => box.page.views.slice(before).some((view) => answersLogin(view)));
    if (box.page.views.at(-1)?.screen === 'documents') return true;
  }
  return false;
}

function answersLogin(view: (typeof box.page.views)[number]): boolean {
  return view.screen === 'documents' || (view.screen === 'keypad' && !view.checking && !!view.refused);
}

/**
 * Presses PRINT like a user: once more when the panel says that nothing was charged. @returns the number of
 * refusals
 */
async function pressPrint(): Promise<number> {
  for (let refused = 0; ;) {
    const before = box.page.views.length;
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    const isAnswered = () =>
      box.page.views
        .slice(before)
        .find((view) =>
          view.screen === 'documents'
            ? !view.releasing && !!view.refused
            : view.screen === 'printing' || view.screen === 'done',
        );
    await until(() => isAnswered() !== undefined);
    if (isAnswered()?.screen !== 'documents') return refused;
    refused += 1;
    if (refused === 2) return refused;
  }
}

/** Prints on a faulty disk, then reconnects and restarts: exactly what was printed is paid. */
async function expectOnePress(fault: DiskFault): Promise<void> {
  await startBox();
  await box.page.shows('attract', (view) => view.printer.online);
  disk.fail(fault);
  const refused = (await logIn()) ? await pressPrint() : 2;
  // The printer must become free while the fault lasts.
  await until(() => books.isFree);
  disk.fail(undefined);
  const hellos = box.core.hellos.length;
  box.core.cut();
  await until(() => box.core.hellos.length > hellos);
  await box.stopAgent();
  await box.startAgent();
  await until(() => books.isFree && box.agent.isIdle);
  const { printed } = box.printer;
  if (fault.kind !== 'read-only') expect(printed).toHaveLength(1);
  else expect(printed.length).toBeLessThanOrEqual(refused < 2 ? 1 : 0);
  expect(books.charged).toEqual(printed);
  expect(unhandled).toEqual([]);
}

/** At least as many as the journal's writes for a sign-in and a press of PRINT on a good disk. */
const writes = 11;

test('the tests below cover each write of a press', async () => {
  await startBox();
  await box.page.shows('attract', (view) => view.printer.online);
  disk.fail(undefined);
  expect(await logIn()).toBe(true);
  expect(await pressPrint()).toBe(0);
  await until(() => books.isFree);
  await box.page.shows('done');
  expect(disk.writes).toBeGreaterThan(7);
  expect(disk.writes).toBeLessThanOrEqual(writes);
});

describe.each(Array.from({ length: writes }, (_, index) => index + 1))('from write %i of a press', (from) => {
  test('the disk is full for a moment: a job is printed and charged once, and the printer is free', () =>
    expectOnePress({ kind: 'full', from, to: from }));

  test('the disk stays read-only: a job is printed at most once and charged if so, and the printer is free', () =>
    expectOnePress({ kind: 'read-only', from, to: Infinity }));
});

test('the disk is slow at every write: a job is printed and charged once, and the printer is free', () =>
  expectOnePress({ kind: 'slow', from: 1, blocksMs: 400 }));

test('a release that the journal refuses before the user goes home is not printed later', async () => {
  await startBox({ ...limits, journalRefusesMs: 60_000 });
  expect(await logIn()).toBe(true);
  disk.fail({ kind: 'full', from: 2, to: Infinity });
  box.page.press({ action: 'print', documentIds: box.documentIds() });
  await box.page.shows('documents', (view) => view.releasing);
  await until(() => books.releases.size === 1);
  box.page.press({ action: 'home' });
  await box.page.shows('attract');
  // The journal accepts the release now, but missed that the user left.
  disk.fail(undefined);
  await until(() => books.isFree && box.agent.isIdle);
  expect([...books.endings.values()]).toEqual([{ outcome: 'never-began', capturedMinor: 0 }]);
  expect(box.printer.printed).toEqual([]);
  expect(box.core.names()).toContain('end-session');
});

test('a panel does not report a failure while core may hold the price', async () => {
  await startBox();
  expect(await logIn()).toBe(true);
  disk.fail({ kind: 'full', from: 2, to: Infinity });
  const before = box.page.views.length;
  box.page.press({ action: 'print', documentIds: box.documentIds() });
  const refused = () =>
    box.page.views.slice(before).some((view) => view.screen === 'documents' && view.refused);
  await until(() => {
    if (refused() && !books.isFree) throw new Error('The panel says no, and core holds the price');
    return refused();
  });
  expect(books.charged).toEqual([]);
});
