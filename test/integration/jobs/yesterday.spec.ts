import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import type { PrinterJob } from '@sixpence/agent/ipp/client';
import { IppError } from '@sixpence/agent/ipp/errors';
import { ScriptedPrinter } from '@sixpence/agent/ipp/testing/scripted-printer';
import { quickLimits, World as BoxWorld, type Box } from '@sixpence/agent/release/testing/box';
import { until } from '@sixpence/agent/testing/wait';
import { OverdueHoldsService } from '@sixpence/core/jobs/overdue-holds.service';
import { coreForBox } from '../../support/worlds/core-for-box.js';
import type { TestDatabase } from '../../support/core/database.js';
import { copyDatabase } from '../../support/core/database-copy.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { agreedTo, ReleaseWorld, type TestSite } from '../../support/worlds/release.js';

const pages = 3;
const price = 15;

/** Moments at which the database of core and the journal of the box were copied. */
const ofDatabase = ['before', 'held', 'printing', 'settled'] as const;
const ofJournal = ['lost', 'asked', 'preflight', 'printing', 'settled'] as const;
type DatabaseMoment = (typeof ofDatabase)[number];
type JournalMoment = (typeof ofJournal)[number];

/** A printer that is busy until the test changes it. */
class GatedPrinter extends ScriptedPrinter {
  override pages = pages;
  override stuckAt: number | undefined = 2;
  isBusy = true;

  override createJob(options: Parameters<ScriptedPrinter['createJob']>[0]): Promise<PrinterJob> {
    if (this.isBusy) return Promise.reject(new IppError('busy', 'somebody else prints'));
    return super.createJob(options);
  }
}

/** One box with its printer and one job, whose journal is restored to one moment beside each database. */
interface Subject {
  readonly journal: JournalMoment;
  readonly remembers: boolean;
  readonly site: TestSite;
  readonly boxWorld: BoxWorld;
  readonly printer: GatedPrinter;
}

const after = new AsyncDisposableStack();
afterAll(() => after.disposeAsync());

const limits = { ...quickLimits, busyInAllMs: Infinity };

async function aSubject(world: ReleaseWorld, journal: JournalMoment, remembers: boolean): Promise<Subject> {
  const site = await world.aSite();
  const owner = await world.aPerson('10.00');
  await world.aDocument(owner, { pages });
  const { panelSessionId, documents } = await world.logIn(site, owner);
  const printer = new GatedPrinter();
  const release = {
    printerId: site.printers['hall']!,
    requestId: randomUUID(),
    askedAt: Date.now(),
    question: { releaseId: randomUUID(), panelSessionId, documents: agreedTo(documents) },
  };
  const boxWorld = new BoxWorld(1, { printer, release });
  after.defer(() => boxWorld.end());
  Object.assign(boxWorld.core.script, coreForBox(world, site.agent.id));
  await boxWorld.core.start();
  return { journal, remembers, site, boxWorld, printer };
}

const allJobs = (subjects: readonly Subject[], boxes: readonly Box[]) =>
  subjects.map(
    ({ boxWorld }, index) => boxes[index]!.journal.jobs.ofRelease(boxWorld.release.question.releaseId)[0],
  );

/**
 * Prints all jobs at the same pace.
 * @returns the database at each moment
 */
async function printAndCopy(world: ReleaseWorld, subjects: readonly Subject[]) {
  const databases = new Map<DatabaseMoment, TestDatabase>();
  const keepDatabase = async (moment: DatabaseMoment) => {
    const copy = await copyDatabase(world.core.superuserUrl);
    after.defer(() => copy.drop());
    databases.set(moment, copy);
  };
  const keepJournals = (moment: JournalMoment) => {
    for (const { boxWorld } of subjects) boxWorld.copyJournal(moment);
  };
  await keepDatabase('before');
  let letAnswer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (letAnswer = resolve));
  for (const { boxWorld } of subjects) {
    const { release } = boxWorld.core.script;
    boxWorld.core.script.release = async (question) => {
      await mayAnswer;
      return release!(question);
    };
  }
  await using ended = new AsyncDisposableStack();
  const boxes = subjects.map(({ boxWorld }) => boxWorld.box(Infinity, limits));
  for (const box of boxes) ended.defer(() => box.kill());
  for (const box of boxes) {
    box.start();
    box.press();
  }
  const everyJob = (holds: (job: ReturnType<typeof allJobs>[number]) => boolean) =>
    until(() => allJobs(subjects, boxes).every(holds));
  keepJournals('asked');
  letAnswer();
  await everyJob((job) => job?.step === 'preflight' && job.reason === 'printer-busy');
  keepJournals('preflight');
  await keepDatabase('held');
  for (const { printer } of subjects) printer.isBusy = false;
  const counted = `SELECT count(*)::int AS jobs FROM jobs WHERE impressions = 1`;
  await everyJob((job) => job?.step === 'printing' && job.impressions === 1);
  await until(async () => {
    const [row]: { jobs: number }[] = await world.database.query(counted);
    return row!.jobs === subjects.length;
  });
  keepJournals('printing');
  await keepDatabase('printing');
  for (const { printer } of subjects) printer.stuckAt = undefined;
  await everyJob((job) => job?.step === 'settled');
  keepJournals('settled');
  await keepDatabase('settled');
  return databases;
}

/** The final price of a job, given the restored copies. */
function expectedPrice(database: DatabaseMoment, { journal, remembers }: Subject): number | undefined {
  if (database === 'before') return undefined;
  const isEndKnown =
    journal === 'settled' || (remembers && (journal === 'printing' || journal === 'preflight'));
  if (database === 'settled' || isEndKnown) return price;
  // Core or the journal has one counted page.
  return database === 'printing' || journal === 'printing' ? price / pages : 0;
}

/**
 * Starts every box with its journal of one moment, and a core with this database.
 * @returns the failures
 */
async function restoreAndPrint(
  moment: DatabaseMoment,
  database: TestDatabase,
  subjects: readonly Subject[],
): Promise<string[]> {
  await using world = await ReleaseWorld.start({ DATABASE_URL: database.url });
  await shiftClock(world.database, '2 hours');
  const jobsAt = (site: TestSite, condition: string): Promise<{ captured: number }[]> =>
    world.database.query(
      `SELECT captured_minor::int AS captured FROM jobs WHERE agent_id = $1 AND ${condition}`,
      [site.agent.id],
    );
  const wrong: string[] = [];
  const found = (subject: Subject, what: string) =>
    wrong.push(
      `database ${moment}, journal ${subject.journal}, printer remembers ${subject.remembers}: ${what}`,
    );
  await Promise.all(
    subjects.map(async (subject) => {
      const { site, boxWorld, printer, journal, remembers } = subject;
      await using ended = new AsyncDisposableStack();
      const jobs = structuredClone(printer.jobs);
      ended.defer(() => void printer.jobs.splice(0, Infinity, ...jobs));
      if (!remembers) printer.jobs.length = 0;
      boxWorld.restoreJournal(journal);
      boxWorld.core.openJobs = await world.jobs.openJobsAt(site.agent.id);
      boxWorld.core.script = coreForBox(world, site.agent.id);
      const box = boxWorld.box(Infinity, limits);
      ended.defer(() => box.kill());
      box.start();
      const { printerId } = boxWorld.release;
      const isQuiet = () =>
        box.journal.releases.unanswered().length === 0 && box.journal.jobs.unsettled(printerId).length === 0;
      await until(isQuiet);
      await until(async () => (await jobsAt(site, `state IN ('held', 'printing', 'stalled')`)).length === 0);
      if (printer.printed.length !== 1) found(subject, `printed ${printer.printed.length} times`);
      // The printer is free for the next user at once.
      await world.logIn(site, await world.aPerson()).catch((error: unknown) => found(subject, String(error)));
    }),
  );
  await shiftClock(world.database, '22 hours');
  await world.core.app.get(OverdueHoldsService).settleAll();
  for (const subject of subjects) {
    const [job, ...others] = await jobsAt(subject.site, 'settled_at IS NOT NULL');
    if (job?.captured !== expectedPrice(moment, subject)) found(subject, `cost ${job?.captured}`);
    if (others.length > 0) found(subject, 'there are more jobs than were made');
    if ((await jobsAt(subject.site, 'settled_at IS NULL')).length > 0) found(subject, 'stuck');
  }
  wrong.push(...(await world.breaches()).map((breach) => `database ${moment}: ${JSON.stringify(breach)}`));
  return wrong;
}

test('after a restore of an older database, journal, or both, jobs are printed once, paid once, and settled', async () => {
  const world = after.use(await ReleaseWorld.start());
  const subjects = await Promise.all(
    ofJournal.flatMap((journal) => [true, false].map((remembers) => aSubject(world, journal, remembers))),
  );
  const databases = await printAndCopy(world, subjects);
  const wrong: string[] = [];
  for (const [moment, database] of databases)
    wrong.push(...(await restoreAndPrint(moment, database, subjects)));
  expect(wrong).toEqual([]);
  expect(databases.size).toBe(ofDatabase.length);
}, 600_000);
