import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import { JobDecisionsService } from '@sixpence/core/jobs/job-decisions.service';
import { JobsService } from '@sixpence/core/jobs/jobs.service';
import { OverdueHoldsService } from '@sixpence/core/jobs/overdue-holds.service';
import { mostSilentJobs } from '@sixpence/core/jobs/silent-jobs.service';
import { money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { asOwner } from '../../support/core/database.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { operated } from '../../support/worlds/operated.js';
import type { ReleaseWorld } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let overdueHolds: OverdueHoldsService;
let decisions: JobDecisionsService;

releaseForTests((given) => {
  world = given;
  overdueHolds = world.core.app.get(OverdueHoldsService);
  decisions = world.core.app.get(JobDecisionsService);
});

const spendable = (owner: string) => world.credits.available(owner, 'GBP');

/** One press of PRINT for documents of three plain pages: 15p each. */
async function jobsOf(count = 1) {
  const site = await world.aSite();
  const owner = await world.aPerson('100.00');
  for (let number = 0; number < count; number += 1) await world.aDocument(owner);
  const { jobs } = await world.print(site, await world.logIn(site, owner));
  return { owner, agentId: site.agent.id, jobIds: jobs.map(({ jobId }) => jobId) };
}

describe('an overdue hold', () => {
  /** Changes the held amount of these jobs; then the database refuses their settlement. */
  const spoil = (jobIds: string[], by: number) =>
    world.database.query('UPDATE jobs SET held_minor = held_minor + $2 WHERE id = ANY($1)', [jobIds, by]);
  const triesOf = async (jobId: string) => {
    const rows: { tries: number }[] = await world.database.query(
      'SELECT give_back_tries AS tries FROM jobs WHERE id = $1',
      [jobId],
    );
    return rows[0]?.tries;
  };

  test('that cannot be given back does not block others, and is retried with growing delays', async () => {
    const broken = await jobsOf(101);
    const good = await jobsOf();
    const [first = ''] = broken.jobIds;
    await spoil(broken.jobIds, 1);
    const overdue = async () => {
      const text = await world.core.app.get<Registry>(METRICS).metrics();
      return /^sixpence_overdue_holds (\d+)$/m.exec(text)?.[1];
    };
    const logger = world.core.app.get<Logger>(LOGGER);
    const [warned, failed] = [jest.spyOn(logger, 'warn'), jest.spyOn(logger, 'error')];
    const logLines = (level: typeof warned, sentence: string) =>
      level.mock.calls.filter(([, text]) => String(text).includes(sentence)).map(([about]) => about);
    await shiftClock(world.database, '23 hours 55 minutes 1 second');
    expect(await overdue()).toBe('0');
    await overdueHolds.settleAll();
    expect(await spendable(good.owner)).toEqual(pence(10_000));
    expect(logLines(warned, 'not settled within a day')).toEqual([{ jobId: good.jobIds[0], pages: 0 }]);
    const failures = logLines(failed, 'settling an overdue hold failed');
    expect(failures.map((about) => (about as { jobId: string }).jobId).toSorted()).toEqual(
      broken.jobIds.toSorted(),
    );
    expect(await spendable(broken.owner)).toEqual(pence(10_000 - 101 * 15));
    expect(await triesOf(first)).toBe(1);
    await overdueHolds.settleAll();
    expect(await triesOf(first)).toBe(1);
    await shiftClock(world.database, '31 seconds');
    await overdueHolds.settleAll();
    expect(await triesOf(first)).toBe(2);
    await shiftClock(world.database, '31 seconds');
    await overdueHolds.settleAll();
    expect(await triesOf(first)).toBe(2);
    await shiftClock(world.database, '5 minutes');
    await world.database.query(
      'UPDATE jobs SET give_back_tries = 2000, give_back_next_at = NULL WHERE id = $1',
      [first],
    );
    await overdueHolds.settleAll();
    const [last]: { seconds: number }[] = await world.database.query(
      'SELECT extract(epoch FROM give_back_next_at - app_now())::float8 AS seconds FROM jobs WHERE id = $1',
      [first],
    );
    expect(last!.seconds).toBeGreaterThan(3_500);
    expect(last!.seconds).toBeLessThanOrEqual(3_600);
    // The count of tries has its maximum, so that no retry can be scheduled. Each job is still tried once.
    await world.database.query(
      'UPDATE jobs SET give_back_tries = 2147483647, give_back_next_at = NULL WHERE id = ANY($1)',
      [broken.jobIds],
    );
    const settleCalls = jest.spyOn(world.core.app.get(JobsService), 'settleOverdue');
    await overdueHolds.settleAll();
    expect(settleCalls.mock.calls.map(([jobId]) => jobId).toSorted()).toEqual(broken.jobIds.toSorted());
    expect(logLines(failed, 'could not be scheduled')).toHaveLength(101);
    for (const spy of [warned, failed, settleCalls]) spy.mockRestore();
    await spoil(broken.jobIds, -1);
    expect(await overdue()).toBe('101');
    await shiftClock(world.database, '1 hour');
    await overdueHolds.settleAll();
    expect(await overdue()).toBe('0');
    expect(await spendable(broken.owner)).toEqual(pence(10_000));
  });

  test('is given back although the row of its document is missing', async () => {
    const { owner, jobIds } = await jobsOf();
    const its = '(SELECT document_id FROM jobs WHERE id = ANY($1))';
    await asOwner(world.database, `DELETE FROM document_revisions WHERE document_id IN ${its}`, [jobIds]);
    await asOwner(world.database, `DELETE FROM documents WHERE id IN ${its}`, [jobIds]);
    await shiftClock(world.database, '23 hours 57 minutes');
    await overdueHolds.settleAll();
    expect(await spendable(owner)).toEqual(pence(10_000));
  });

  test.each([
    ['all of its pages', 3, 15],
    ['some of its pages', 2, 10],
    ['none of its pages', 0, 0],
  ])(
    'of a job that its box never ended is captured for %s, as the printer counted',
    async (_, impressions, paid) => {
      const { owner, agentId, jobIds } = await jobsOf();
      const report = { jobId: jobIds[0]!, sequence: 1, state: 'printing', impressions } as const;
      await world.jobs.progress(agentId, report);
      await shiftClock(world.database, '23 hours 57 minutes');
      await overdueHolds.settleAll();
      expect(await spendable(owner)).toEqual(pence(10_000 - paid));
    },
  );
});

describe('staff decisions', () => {
  const act = { actor: 'operator test', reason: 'counted at the tray' };
  const settle = (
    { agentId, jobId }: { agentId: string; jobId: string },
    outcome: 'aborted' | 'canceled' | 'completed' | 'unknown',
    impressions: number,
  ) => world.jobs.settleJob(agentId, { jobId, outcome, impressions });
  const auditOf = (jobId: string) =>
    world.database.query('SELECT actor, act, reason FROM audit WHERE subject = $1 ORDER BY id', [jobId]);
  async function aJob() {
    const { jobIds, ...job } = await jobsOf();
    return { ...job, jobId: jobIds[0]! };
  }

  test('state how many pages a job with an unknown end printed; only these are paid for', async () => {
    const job = await aJob();
    const { owner, jobId } = job;
    await settle(job, 'unknown', 0);
    expect(await decisions.capture({ ...act, jobId, pages: 2 })).toBe(true);
    expect(await spendable(owner)).toEqual(pence(10_000 - 10));
    expect(await world.jobs.forAgent(job.agentId, jobId)).toMatchObject({
      state: 'partial',
      impressions: 2,
    });
    expect(await auditOf(jobId)).toEqual([
      { actor: 'operator test', act: 'job capture', reason: 'counted at the tray' },
    ]);
  });

  test('keep the time and reason of the job’s end; a job paid in full has no reason', async () => {
    const of = (jobId: string) =>
      world.database.query(
        `SELECT reason, ended_at < settled_at - interval '50 minutes' AS ended_before FROM jobs
          WHERE id = $1`,
        [jobId],
      );
    const { agentId, jobIds } = await jobsOf(3);
    const ends = [
      { pages: 2, reason: 'media-jam' },
      { pages: 0, reason: 'unknown-outcome' },
      { pages: 3, reason: null },
    ] as const;
    for (const [index, { reason }] of ends.entries()) {
      const end = { jobId: jobIds[index]!, outcome: 'unknown', impressions: 0 } as const;
      await world.jobs.settleJob(agentId, { ...end, ...(reason && { reason }) });
    }
    await shiftClock(world.database, '1 hour');
    for (const [index, { pages, reason }] of ends.entries()) {
      const jobId = jobIds[index]!;
      await decisions.capture({ ...act, jobId, pages });
      expect(await of(jobId)).toEqual([{ reason, ended_before: true }]);
    }
  });

  test('are final: a later report of the printer or a second decision changes nothing', async () => {
    const job = await aJob();
    const { owner, jobId } = job;
    expect(await decisions.capture({ ...act, jobId, pages: 3 })).toBe(true);
    expect(await decisions.capture({ ...act, jobId, pages: 0 })).toBe(false);
    expect(await settle(job, 'completed', 1)).toMatchObject({ state: 'completed', captured: pence(15) });
    expect(await spendable(owner)).toEqual(pence(10_000 - 15));
    expect(await auditOf(jobId)).toHaveLength(1);
  });

  test('at the same moment as a report of the printer: exactly one of them counts', async () => {
    const job = await aJob();
    const { owner, jobId } = job;
    const [byStaff, byPrinter] = await Promise.all([
      decisions.capture({ ...act, jobId, pages: 1 }),
      settle(job, 'completed', 3),
    ]);
    expect(byPrinter.captured).toEqual(pence(byStaff ? 5 : 15));
    expect(await spendable(owner)).toEqual(pence(10_000 - (byStaff ? 5 : 15)));
    expect(await auditOf(jobId)).toHaveLength(byStaff ? 1 : 0);
  });

  test('cannot capture more pages than were sent', async () => {
    const job = await aJob();
    const { owner, jobId } = job;
    await expect(decisions.capture({ ...act, jobId, pages: 4 })).rejects.toMatchObject({
      code: 'pages.out-of-range',
    });
    expect(await spendable(owner)).toEqual(pence(10_000 - 15));
  });

  test('give back paid pages, and never more than these', async () => {
    const job = await aJob();
    const { owner, jobId } = job;
    const giveBack = (amount: { pages: number } | ReturnType<typeof pence>, key = `test:${randomUUID()}`) =>
      decisions.giveBack({ ...act, jobId, amount, key });
    const tooMuch = { code: 'credits.more-than-captured' };
    await expect(giveBack({ pages: 1 })).rejects.toMatchObject(tooMuch);
    await expect(giveBack(pence(1))).rejects.toMatchObject(tooMuch);
    await settle(job, 'completed', 2);
    await expect(giveBack({ pages: 3 })).rejects.toMatchObject(tooMuch);
    expect(await giveBack({ pages: 1 }, 'test:once')).toEqual(pence(5));
    expect(await giveBack({ pages: 1 }, 'test:once')).toBeUndefined();
    await expect(giveBack(pence(6))).rejects.toMatchObject(tooMuch);
    const both = await Promise.allSettled([giveBack(pence(3)), giveBack(pence(3))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await spendable(owner)).toEqual(pence(10_000 - 10 + 5 + 3));
    expect(await auditOf(jobId)).toHaveLength(2);
  });

  test('can be made by commands of the operator', async () => {
    const { owner, jobId } = await aJob();
    const type = async (...words: string[]) => {
      const { status, stdout, stderr } = await operated(world.core, ...words, '--reason', 'a test');
      return [status, (stdout + stderr).trim()];
    };
    const command = ['credit', 'give-back', jobId, '--pages', '2', '--key', jobId];
    expect(await type(...command)).toEqual([1, expect.stringContaining('only 0 paid pages')]);
    expect(await type('job', 'capture', jobId, '--pages', '3')).toEqual([0, 'Captured 3 pages.']);
    expect(await type('job', 'capture', jobId, '--pages', '0')).toEqual([1, 'It was settled before.']);
    expect(await type('job', 'give-back', jobId)).toEqual([1, expect.stringContaining('say how much')]);
    expect(await type(...command)).toEqual([0, 'Given back: £0.10.']);
    const before = [0, expect.stringContaining('given back before')];
    expect(await type(...command)).toEqual(before);
    for (const nothing of [
      ['--pages', '0'],
      ['--amount', '0'],
    ])
      expect(await type('credit', 'give-back', jobId, ...nothing)).toEqual([
        2,
        expect.stringContaining('more than nothing'),
      ]);
    const rest = ['credit', 'give-back', jobId, '--amount', '0.05'];
    expect(await type(...rest)).toEqual([0, 'Given back: £0.05.']);
    expect(await type(...rest)).toEqual(before);
    expect(await type('credit', 'give-back', jobId, '--amount', '0.01')).toEqual([1, expect.any(String)]);
    expect(await spendable(owner)).toEqual(pence(10_000));
    const open = await aJob();
    const { stdout: listed } = await operated(world.core, 'job', 'list');
    const row = [open.jobId, 'hall', expect.stringMatching('@'), 'held', '', '0 of 3', expect.any(String)];
    expect(listed.split('\n').map((line) => line.split('\t'))).toContainEqual(row);
    expect(await type('job', 'give-back', open.jobId)).toEqual([0, 'Given back.']);
    expect(await spendable(open.owner)).toEqual(pence(10_000));
    expect(await auditOf(open.jobId)).toMatchObject([{ act: 'job give-back' }]);
    const whole = await aJob();
    expect(await type('job', 'capture', whole.jobId, '--pages', '3')).toEqual([0, 'Captured 3 pages.']);
    expect(await type('credit', 'give-back', whole.jobId, '--pages', '1')).toEqual([0, 'Given back: £0.05.']);
    const all = ['credit', 'give-back', whole.jobId];
    expect(await type(...all)).toEqual([0, 'Given back: £0.10.']);
    expect(await type(...all)).toEqual([1, expect.stringContaining('No part of the price')]);
    expect(await spendable(whole.owner)).toEqual(pence(10_000));
  });

  test('are prompted by an alarm about a completed job without a count, which the list of short jobs shows', async () => {
    const [job, less, paid] = [await aJob(), await aJob(), await aJob()];
    const { jobId } = job;
    const alarms = async () => {
      const text = await world.core.app.get<Registry>(METRICS).metrics();
      return /^sixpence_completed_jobs_without_count_total (\d+)$/m.exec(text)?.[1];
    };
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    await settle(paid, 'completed', 3);
    await settle(less, 'completed', 2);
    expect([await alarms(), errors.mock.calls]).toEqual(['0', []]);
    await settle(job, 'completed', 0);
    await settle(job, 'completed', 0);
    expect(await alarms()).toBe('1');
    expect(errors.mock.calls).toEqual([[expect.objectContaining({ jobId, total: 3 }), expect.any(String)]]);
    errors.mockRestore();
    const short = await world.openJobs.listShortCounts();
    expect(short.map(({ id, impressions, total }) => [id, impressions, total]).slice(0, 2)).toEqual([
      [jobId, 0, 3],
      [less.jobId, 2, 3],
    ]);
    expect(short.map(({ id }) => id)).not.toContain(paid.jobId);
  });

  /** The metrics of silent jobs. */
  const silentJobFigures = async () => {
    const text = await world.core.app.get<Registry>(METRICS).metrics();
    const of = (name: string) => Number(text.match(new RegExp(`^${name} (\\d+)$`, 'm'))?.[1] ?? 0);
    const alarms = (whose: string) => of(`sixpence_silent_job_alarms_total{of="${whose}"}`);
    return [of('sixpence_silent_jobs_total'), alarms('printer'), alarms('person')];
  };
  const figuresSince = async (before: number[]) =>
    (await silentJobFigures()).map((figure, index) => figure - before[index]!);

  test('are prompted by an alarm when jobs of one printer, and of one user, end too often before the first page', async () => {
    const before = await silentJobFigures();
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    const { owner, agentId, jobIds } = await jobsOf(mostSilentJobs + 2);
    const [counted = '', ...silent] = jobIds;
    await settle({ agentId, jobId: counted }, 'unknown', 1);
    for (const jobId of silent.slice(0, mostSilentJobs)) await settle({ agentId, jobId }, 'unknown', 0);
    expect([await figuresSince(before), errors.mock.calls]).toEqual([[mostSilentJobs, 0, 0], []]);
    const jobId = silent.at(-1)!;
    await settle({ agentId, jobId }, 'unknown', 0);
    await settle({ agentId, jobId }, 'unknown', 0);
    expect(await figuresSince(before)).toEqual([mostSilentJobs + 1, 1, 1]);
    expect(errors.mock.calls).toEqual([
      [expect.objectContaining({ jobId, ownerId: owner, ofPrinter: 4 }), expect.any(String)],
      [expect.objectContaining({ jobId, ownerId: owner, ofPerson: 4 }), expect.any(String)],
    ]);
  });

  test('are prompted by the same alarm for cancelled or aborted jobs without a count', async () => {
    const before = await silentJobFigures();
    const { agentId, jobIds } = await jobsOf(mostSilentJobs + 3);
    const [proven = '', counted = '', ...untold] = jobIds;
    await settle({ agentId, jobId: proven }, 'canceled', 0);
    await settle({ agentId, jobId: counted }, 'aborted', 1);
    for (const [index, jobId] of untold.entries()) {
      const outcome = index % 2 === 0 ? 'canceled' : 'aborted';
      await world.jobs.settleJob(agentId, { jobId, outcome, impressions: 0, counted: false });
    }
    expect(await figuresSince(before)).toEqual([mostSilentJobs + 1, 1, 1]);
  });

  test('are prompted by an alarm about only the printer, or only the user, when the other one differs', async () => {
    const [site, before] = [await world.aSite(), await silentJobFigures()];
    const silentJob = async (owner: string, atSite = site) => {
      await world.aDocument(owner);
      const { documents, ...listing } = await world.logIn(atSite, owner);
      const chosen = documents.slice(0, 1);
      const { jobs } = await world.print(atSite, { ...listing, documents: chosen });
      await settle({ agentId: atSite.agent.id, jobId: jobs[0]!.jobId }, 'unknown', 0);
    };
    for (let job = 0; job <= mostSilentJobs; job += 1) await silentJob(await world.aPerson());
    expect(await figuresSince(before)).toEqual([4, 1, 0]);
    const traveller = await world.aPerson();
    for (let job = 0; job <= mostSilentJobs; job += 1) await silentJob(traveller, await world.aSite());
    expect(await figuresSince(before)).toEqual([8, 1, 1]);
  });

  test('are not prompted by an alarm when the earlier silent jobs are more than a week old', async () => {
    const before = await silentJobFigures();
    const { agentId, jobIds } = await jobsOf(mostSilentJobs + 2);
    const [last = '', next = '', ...old] = jobIds;
    for (const jobId of old) {
      await settle({ agentId, jobId }, 'unknown', 0);
      await world.jobs.settleOverdue(jobId);
    }
    const aged = (interval: string) =>
      world.database.query('UPDATE jobs SET created_at = created_at - $2::interval WHERE id = ANY($1)', [
        old,
        interval,
      ]);
    await aged('7 days');
    await settle({ agentId, jobId: last }, 'unknown', 0);
    expect(await figuresSince(before)).toEqual([mostSilentJobs + 1, 0, 0]);
    await aged('-1 minute');
    await settle({ agentId, jobId: next }, 'unknown', 0);
    expect(await figuresSince(before)).toEqual([mostSilentJobs + 2, 1, 1]);
  });

  test('are based on one count for each silent job, also when its box never reported its end', async () => {
    const before = await silentJobFigures();
    const { agentId, jobIds } = await jobsOf(3);
    const [reported = '', unreported = '', counted = ''] = jobIds;
    await settle({ agentId, jobId: reported }, 'unknown', 0);
    await world.jobs.settleOverdue(reported);
    expect(await figuresSince(before)).toEqual([1, 0, 0]);
    await world.jobs.settleOverdue(unreported);
    await world.jobs.progress(agentId, { jobId: counted, sequence: 1, state: 'printing', impressions: 1 });
    await world.jobs.settleOverdue(counted);
    expect(await figuresSince(before)).toEqual([2, 0, 0]);
  });

  test('without a reason are found by the verification of jobs', async () => {
    const { jobId } = await aJob();
    await decisions.capture({ ...act, jobId, pages: 1 });
    const silent = await aJob();
    await world.jobs.settleOverdue(silent.jobId);
    await world.database.query('UPDATE jobs SET decided_pages = 0 WHERE id = $1', [silent.jobId]);
    expect(await world.breaches()).toEqual([
      {
        invariant: 'M6 what staff decided has its reason in the audit',
        finding: `job ${silent.jobId} was decided, and the audit does not say why`,
      },
    ]);
    await world.database.query('UPDATE jobs SET decided_pages = NULL WHERE id = $1', [silent.jobId]);
  });
});
