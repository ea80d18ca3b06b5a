import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import type { JobOutcome } from '@sixpence/contracts/agent/gateway';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { JobViews } from '@sixpence/core/jobs/views/job-views.query';
import { SilentJobsService } from '@sixpence/core/jobs/silent-jobs.service';
import { OutboxService } from '@sixpence/core/platform/outbox/outbox.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import { shiftClock } from '../../support/builders/ledger.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { lockWaits } from '../../support/faults/lock-waits.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let site: TestSite;

releaseForTests((given) => {
  world = given;
});

const spendable = (owner: string) => world.credits.available(owner, 'GBP');
const settle = (jobId: string, outcome: JobOutcome, impressions: number) =>
  world.jobs.settleJob(site.agent.id, { jobId, outcome, impressions });

/** A user at a panel; `site` is set to its site. */
async function atThePanel(options?: { balance?: string; pages?: number }) {
  const at = await world.atThePanel(options);
  site = at.site;
  return at;
}

describe('a running job', () => {
  const progress = (
    jobId: string,
    sequence: number,
    impressions: number,
    state: 'printing' | 'stalled' = 'printing',
  ) => world.jobs.progress(site.agent.id, { jobId, sequence, impressions, state });

  async function aJob() {
    const { owner, documentId, listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    return { owner, documentId, listing, jobId: jobs[0]!.jobId };
  }

  const endingOf = (jobId: string): Promise<unknown> =>
    world.database.query(
      `SELECT state, captured_minor::int AS captured, returned_minor::int AS returned FROM jobs
        WHERE id = $1`,
      [jobId],
    );

  test('sets money aside until it is settled, and its owner sees it with the file name', async () => {
    site = await world.aSite();
    const { userId, cookie } = await world.core.signedIn('reader@example.com');
    await world.credits.grant({ owner: userId, amount: pence(100), key: 'x', reason: 'x' });
    await world.aDocument(userId, { pages: 12 });
    const { jobs } = await world.print(site, await world.logIn(site, userId));
    const answer = await world.core.call('GET', '/my-wallets', { cookie });
    expect(await answer.json()).toEqual({
      wallets: [
        {
          available: { minor: 40, currency: 'GBP' },
          setAside: [{ jobId: jobs[0]!.jobId, fileName: 'essay.pdf', held: { minor: 60, currency: 'GBP' } }],
          refundable: { minor: 0, currency: 'GBP' },
          refundableOf: [],
        },
      ],
      underWay: [],
      refunds: [],
      topUps: 'open',
    });
    await world.credits.grant({ owner: userId, amount: money(1, 'EUR'), key: 'y', reason: 'y' });
    await world.aDocument(userId, { pages: 1 });
    const { documents, ...listing } = await world.logIn(site, userId, 'library');
    const chosen = documents.filter(({ pages }) => pages === 1);
    const later = await world.print(site, { ...listing, documents: chosen });
    const both = await world.core.call('GET', '/my-wallets', { cookie });
    expect(await both.json()).toMatchObject({
      wallets: [
        {
          available: pence(35),
          setAside: [later, { jobs }].map(({ jobs: [job] }) => ({ jobId: job!.jobId })),
        },
        { available: money(1, 'EUR'), setAside: [] },
      ],
    });
    await settle(jobs[0]!.jobId, 'completed', 12);
    await settle(later.jobs[0]!.jobId, 'completed', 1);
    const settled = await world.core.call('GET', '/my-wallets', { cookie });
    expect(await settled.json()).toMatchObject({ wallets: [{ available: pence(35), setAside: [] }, {}] });
  });

  test('counts up, never down and never beyond the pages sent, and ignores older reports', async () => {
    const { jobId } = await aJob();
    const seen = async () => {
      const { impressions, state } = await world.jobs.forAgent(site.agent.id, jobId);
      return { impressions, state };
    };
    await progress(jobId, 1, 1);
    await progress(jobId, 3, 2, 'stalled');
    expect(await seen()).toEqual({ impressions: 2, state: 'stalled' });
    await progress(jobId, 2, 3);
    await progress(jobId, 3, 3);
    expect(await seen()).toEqual({ impressions: 2, state: 'stalled' });
    await progress(jobId, 4, 1);
    expect(await seen()).toEqual({ impressions: 2, state: 'printing' });
    await progress(jobId, 5, 99);
    expect(await seen()).toEqual({ impressions: 3, state: 'printing' });
    expect(await settle(jobId, 'aborted', 0)).toMatchObject({ state: 'completed', captured: pence(15) });
  });

  const viewOf = (owner: string, jobId: string) => world.core.app.get(JobViews).one(owner, jobId);

  test('shows the reason of a stall until it continues; a report after its end changes nothing', async () => {
    const { owner, jobId } = await aJob();
    const report = (sequence: number, reason?: 'media-jam' | 'media-empty') =>
      world.jobs.progress(site.agent.id, {
        jobId,
        sequence,
        impressions: 1,
        state: reason ? 'stalled' : 'printing',
        ...(reason && { reason }),
      });
    await report(1, 'media-jam');
    expect(await viewOf(owner, jobId)).toMatchObject({ state: 'stalled', reason: 'media-jam' });
    await report(2);
    expect(await viewOf(owner, jobId)).not.toHaveProperty('reason');
    await report(3, 'media-empty');
    const silent = { jobId, outcome: 'unknown', impressions: 1, reason: 'media-jam' } as const;
    await world.jobs.settleJob(site.agent.id, silent);
    await progress(jobId, 9, 2);
    expect(await viewOf(owner, jobId)).toMatchObject({
      state: 'checking',
      reason: 'media-jam',
      impressions: 1,
    });
    await world.jobs.settleJob(site.agent.id, {
      jobId,
      outcome: 'aborted',
      impressions: 1,
      reason: 'media-empty',
    });
    await progress(jobId, 10, 2);
    expect(await viewOf(owner, jobId)).toMatchObject({
      state: 'partial',
      reason: 'media-empty',
      impressions: 1,
    });
  });

  test('is listed for its owner in the order of printing, and in the data export too', async () => {
    const { owner } = await atThePanel();
    await world.aDocument(owner, { pages: 2 });
    const { jobs } = await world.print(site, await world.logIn(site, owner));
    const ids = jobs.map(({ jobId }) => jobId);
    expect(ids).toHaveLength(2);
    const { app } = world.core;
    const views = app.get(JobViews);
    const personalData = await app.get(PersonalDataService).exportEverything(world.database, owner);
    for (const listed of [
      await views.recent(owner),
      await views.ofRelease(owner, jobs[0]!.releaseId),
      personalData['jobs'] as { id: string }[],
    ])
      expect(listed.map(({ id }) => id)).toEqual(ids);
  });

  test('wakes the relay of facts when it begins and when it ends', async () => {
    // Core's own work wakes the relay as well.
    const ofThisTest = new AsyncLocalStorage<true>();
    let woken = 0;
    world.core.app.get(OutboxService).onCommitted(() => {
      if (ofThisTest.getStore()) woken += 1;
    });
    const { listing } = await atThePanel();
    const { jobs } = await ofThisTest.run(true, () => world.print(site, listing));
    expect(woken).toBe(1);
    await ofThisTest.run(true, () => settle(jobs[0]!.jobId, 'completed', 3));
    expect(woken).toBe(2);
  });

  test('is shown to its owner only', async () => {
    const { listing, owner } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    const { jobId, releaseId } = jobs[0]!;
    const views = world.core.app.get(JobViews);
    expect(await views.ofRelease(owner, releaseId)).toEqual([await viewOf(owner, jobId)]);
    const other = await world.aPerson();
    expect([await viewOf(other, jobId), await views.ofRelease(other, releaseId)]).toEqual([undefined, []]);
    await settle(jobId, 'completed', 3);
    // Deleting its owner deletes its file name; deleting another user does not.
    const forget = (userId: string) =>
      world.database.transaction((tx) =>
        world.core.app.get(PersonalDataService).forgotten.notify(tx, userId, []),
      );
    await forget(other);
    expect(await viewOf(owner, jobId)).toMatchObject({ fileName: 'essay.pdf' });
    await forget(owner);
    expect(await viewOf(owner, jobId)).toMatchObject({ fileName: 'document' });
  });

  test('is settled by a count that was written during the settlement', async () => {
    const { jobId } = await aJob();
    const { settled } = await world.database.transaction(async (tx) => {
      await tx.query('UPDATE jobs SET impressions = 2 WHERE id = $1', [jobId]);
      const settled = settle(jobId, 'aborted', 1);
      await lockWaits(world.database, 1);
      return { settled };
    });
    expect(await settled).toMatchObject({ state: 'partial', impressions: 2, captured: pence(10) });
  });

  test('keeps the newer of two reports that are written at the same moment', async () => {
    const { jobId } = await aJob();
    const { older } = await world.database.transaction(async (tx) => {
      await tx.query('UPDATE jobs SET impressions = 2, sequence = 5 WHERE id = $1', [jobId]);
      const older = progress(jobId, 1, 1);
      await lockWaits(world.database, 1);
      return { older };
    });
    await older;
    expect(await world.jobs.forAgent(site.agent.id, jobId)).toMatchObject({ impressions: 2 });
  });

  test('is settled although counting it as silent and preparing its rest fail', async () => {
    const fails = () => Promise.reject(new Error('the database is down'));
    const { app } = world.core;
    const counting = jest.spyOn(app.get(SilentJobsService), 'countSilentJob').mockImplementation(fails);
    const preparing = jest.spyOn(app.get(DocumentsService), 'handOutTurns').mockImplementation(fails);
    const silent = await aJob();
    const logger = app.get<Logger>(LOGGER);
    const [warned, failed] = [jest.spyOn(logger, 'warn'), jest.spyOn(logger, 'error')];
    try {
      expect(await settle(silent.jobId, 'unknown', 0)).toMatchObject({ state: 'checking' });
      expect(await settle(silent.jobId, 'aborted', 1)).toMatchObject({ captured: pence(5) });
      const logged = { err: expect.any(Error), jobId: silent.jobId };
      expect(failed).toHaveBeenCalledWith(logged, 'a silent job could not be counted');
      expect(warned).toHaveBeenCalledWith(logged, 'the rest of a document waits for the next sweep');
    } finally {
      for (const spy of [warned, failed]) spy.mockRestore();
      counting.mockRestore();
      preparing.mockRestore();
    }
  });

  test('answers the owner’s balance in the currency of the job when it is settled', async () => {
    site = await world.aSite();
    const owner = await world.aPerson('99.00', 'EUR');
    await world.credits.grant({ owner, amount: pence(100), key: owner, reason: 'a test' });
    await world.aDocument(owner);
    const { jobs } = await world.print(site, await world.logIn(site, owner));
    expect(await settle(jobs[0]!.jobId, 'completed', 3)).toMatchObject({ available: pence(85) });
  });

  test('is settled once, whatever a second settlement states', async () => {
    const { owner, jobId } = await aJob();
    const [first, ...others] = await Promise.all([
      settle(jobId, 'completed', 3),
      settle(jobId, 'completed', 3),
      settle(jobId, 'completed', 3),
    ]);
    for (const other of others) expect(other).toEqual(first);
    expect(await settle(jobId, 'aborted', 0)).toEqual(first);
    await progress(jobId, 9, 1);
    expect(await spendable(owner)).toEqual(pence(85));
  });

  test('without a count costs all sent pages if it completed, and is checked otherwise', async () => {
    const { owner, jobId } = await aJob();
    const uncounted = { impressions: 0, counted: false };
    expect(
      await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', ...uncounted }),
    ).toMatchObject({ state: 'completed', impressions: 3, captured: pence(15) });
    expect(await spendable(owner)).toEqual(pence(85));
    const aborted = await aJob();
    expect(
      await world.jobs.settleJob(site.agent.id, { jobId: aborted.jobId, outcome: 'aborted', ...uncounted }),
    ).toMatchObject({ state: 'checking', captured: pence(0) });
    expect(await spendable(aborted.owner)).toEqual(pence(85));
  });

  test('costs the pages counted before if its last report has no count', async () => {
    const { owner, jobId } = await aJob();
    await progress(jobId, 1, 2);
    const uncounted = { impressions: 0, counted: false };
    expect(
      await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', ...uncounted }),
    ).toMatchObject({ state: 'partial', impressions: 2, captured: pence(10), returned: pence(5) });
    expect(await spendable(owner)).toEqual(pence(90));
  });

  test('costs nothing if it never began, and its document is not marked as printed', async () => {
    const { owner, documentId, jobId } = await aJob();
    expect(await settle(jobId, 'never-began', 0)).toMatchObject({ state: 'failed', returned: pence(15) });
    expect(await spendable(owner)).toEqual(pence(100));
    expect(await world.printedOf(documentId)).toEqual({ printed_at: null, open_jobs: 0 });
  });

  test('with an unknown end keeps its hold, and a later report settles it', async () => {
    const { owner, jobId } = await aJob();
    expect(await settle(jobId, 'unknown', 1)).toMatchObject({ state: 'checking', captured: pence(0) });
    expect(await spendable(owner)).toEqual(pence(85));
    expect(await settle(jobId, 'unknown', 1)).toMatchObject({ state: 'checking' });
    expect(await settle(jobId, 'completed', 3)).toMatchObject({ state: 'completed', captured: pence(15) });
  });

  test('has its age from the clock of the database, not of its box', async () => {
    const { jobId } = await aJob();
    await shiftClock(world.database, '2 hours');
    const { ageSeconds } = await world.jobs.forAgent(site.agent.id, jobId);
    expect(ageSeconds).toBeGreaterThanOrEqual(7_200);
    expect(ageSeconds).toBeLessThan(9_000);
  });

  test('with an unknown end and all pages counted is paid at once', async () => {
    const { owner, jobId } = await aJob();
    const paid = { state: 'completed', impressions: 3, captured: pence(15), returned: pence(0) };
    expect(await settle(jobId, 'unknown', 3)).toMatchObject(paid);
    expect(await spendable(owner)).toEqual(pence(85));
  });

  test('keeps the highest count while it is checked, and is paid at once when all pages are counted', async () => {
    const { owner, jobId } = await aJob();
    expect(await settle(jobId, 'unknown', 1)).toMatchObject({ state: 'checking', impressions: 1 });
    expect(await settle(jobId, 'unknown', 2)).toMatchObject({ state: 'checking', impressions: 2 });
    expect(await settle(jobId, 'unknown', 1)).toMatchObject({ state: 'checking', impressions: 2 });
    expect(await settle(jobId, 'unknown', 3)).toMatchObject({ state: 'completed', captured: pence(15) });
    expect(await spendable(owner)).toEqual(pence(85));
  });

  test('without a count and a reported end costs the counted pages when its printer is back', async () => {
    const silent = { outcome: 'unknown', impressions: 0, counted: false } as const;
    for (const outcome of ['completed', 'canceled'] as const) {
      const { owner, jobId } = await aJob();
      const waits = await world.jobs.settleJob(site.agent.id, { jobId, ...silent });
      expect(waits).toMatchObject({ state: 'checking' });
      expect(await settle(jobId, outcome, 1)).toMatchObject({ state: 'partial', captured: pence(5) });
      expect(await spendable(owner)).toEqual(pence(95));
    }
  });

  test('with an unknown end is on the list for staff, and settling it as overdue captures its counted page once', async () => {
    const { owner, jobId } = await aJob();
    await settle(jobId, 'unknown', 1);
    await shiftClock(world.database, '1 second');
    const younger = await aJob();
    await world.database.query(
      `INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES ($1, $2, 'code', false)`,
      [`${randomUUID()}@example.com`, owner],
    );
    const [primary]: { address: string }[] = await world.database.query(
      'SELECT address FROM addresses WHERE user_id = $1 AND is_primary',
      [owner],
    );
    const { jobs, openJobs } = world;
    const ours = (await openJobs.listOpenJobs()).filter(({ id }) => [jobId, younger.jobId].includes(id));
    expect(ours).toMatchObject([
      { id: jobId, state: 'checking', total: 3, owner: primary!.address },
      { id: younger.jobId, state: 'held' },
    ]);
    expect(ours).toHaveLength(2);
    expect(await jobs.settleOverdue(jobId)).toBe(1);
    expect(await jobs.settleOverdue(jobId)).toBeUndefined();
    expect(await spendable(owner)).toEqual(pence(95));
    expect((await openJobs.listOpenJobs()).map(({ id }) => id)).not.toContain(jobId);
  });

  test('with an unknown end is settled by its count within a day', async () => {
    const { owner, jobId } = await aJob();
    const forgotten = await aJob();
    await world.jobs.settleJob(site.agent.id, { jobId: forgotten.jobId, outcome: 'unknown', impressions: 2 });
    await shiftClock(world.database, '23 hours');
    await world.sweeper.sweep();
    expect(await spendable(forgotten.owner)).toEqual(pence(85));
    await shiftClock(world.database, '57 minutes');
    await world.sweeper.sweep();
    expect(await spendable(owner)).toEqual(pence(100));
    expect(await spendable(forgotten.owner)).toEqual(pence(90));
    await world.sweeper.sweep();
    const listed = async () => (await world.core.app.get(JobViews).recent(owner)).map(({ id }) => id);
    expect(await listed()).toEqual([jobId]);
    await shiftClock(world.database, '3 minutes');
    expect(await listed()).toEqual([]);
    expect(await world.jobs.forAgent(site.agent.id, forgotten.jobId)).toMatchObject({ state: 'partial' });
    expect(await endingOf(jobId)).toEqual([{ state: 'failed', captured: 0, returned: 15 }]);
    expect(await endingOf(forgotten.jobId)).toEqual([{ state: 'partial', captured: 10, returned: 5 }]);
    expect(await viewOf(owner, jobId)).toMatchObject({ reason: 'unknown-outcome' });
  });

  test('is printed and paid although its document is deleted meanwhile', async () => {
    const { listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    await world.database.query('UPDATE documents SET deleted_at = app_now() WHERE id = $1', [
      listing.documents[0]!.documentId,
    ]);
    expect(await settle(jobs[0]!.jobId, 'completed', 3)).toMatchObject({ captured: pence(15) });
  });
});

describe('a box that lost its journal', () => {
  test('gets its open jobs, the oldest first; a job that it does not know frees the printer and waits for staff', async () => {
    const { owner, listing } = await atThePanel();
    const jobSite = site;
    const older = (await world.print(jobSite, listing)).jobs[0]!.jobId;
    await shiftClock(world.database, '1 second');
    const guest = await world.aPerson();
    await world.aDocument(guest);
    const younger = (await world.print(jobSite, await world.logIn(jobSite, guest, 'library'))).jobs[0]!.jobId;
    const openJobs = async () => (await world.jobs.openJobsAt(jobSite.agent.id)).map(({ jobId }) => jobId);
    expect(await openJobs()).toEqual([older, younger]);
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    await world.jobs.disown(jobSite.agent.id, [older]);
    expect(errors).toHaveBeenCalledWith(
      { agentId: jobSite.agent.id, jobId: older },
      expect.stringContaining('does not know its own job'),
    );
    errors.mockRestore();
    expect(await world.jobs.forAgent(jobSite.agent.id, older)).toMatchObject({ state: 'checking' });
    expect(await spendable(owner)).toEqual(pence(85));
    await expect(world.logIn(jobSite, await world.aPerson())).resolves.toBeDefined();
    await settle(younger, 'completed', 3);
    expect(await openJobs()).toEqual([older]);
  });
});

describe('the verification', () => {
  test('finds a job whose cost differs from the settlement table', async () => {
    const { listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    const { jobId } = jobs[0]!;
    await settle(jobId, 'completed', 3);
    const count = (impressions: number) =>
      world.database.query('UPDATE jobs SET impressions = $2 WHERE id = $1', [jobId, impressions]);
    await count(2);
    expect(await world.breaches()).toEqual([
      { invariant: expect.stringContaining('M6'), finding: `job ${jobId} captured 15 instead of 10` },
    ]);
    await count(3);
    const tell = (captured: number) =>
      world.database.query(
        'UPDATE jobs SET captured_minor = $2::bigint, returned_minor = 15 - $2::bigint WHERE id = $1',
        [jobId, captured],
      );
    await tell(10);
    expect((await world.breaches()).map(({ invariant }) => invariant)).toEqual([
      expect.stringContaining('M6 every printed page'),
      expect.stringContaining('M6 a job and its hold'),
      expect.stringContaining('M9'),
    ]);
    await tell(15);
  });
});

describe('a replaced box', () => {
  test('leaves its printers free for the new box, and its open job is given back', async () => {
    const { owner, listing } = await atThePanel();
    await world.print(site, listing);
    await world.agents.revoke(site.agent.id);
    site = { ...site, agent: await world.anAgent(site.id) };
    await expect(world.logIn(site, await world.aPerson())).resolves.toBeDefined();
    await shiftClock(world.database, '23 hours 57 minutes');
    await world.sweeper.sweep();
    expect(await spendable(owner)).toEqual(pence(100));
  });
});

describe('an agent of another site', () => {
  test('gets no access to sessions, codes, and jobs of this site', async () => {
    const { owner, listing } = await atThePanel();
    const { jobs } = await world.print(site, listing);
    const { jobId } = jobs[0]!;
    const stranger = (await world.aSite()).agent.id;
    const { code } = await world.issue(await world.aPerson());
    const requestId = randomUUID();
    const attempts = [
      world.sessions.redeem(stranger, { requestId, printerId: site.printers['library']!, code }),
      world.sessions.touchSession(stranger, listing.panelSessionId),
      world.jobs.forAgent(stranger, jobId),
      world.jobs.progress(stranger, { jobId, sequence: 1, state: 'printing', impressions: 1 }),
      world.jobs.settleJob(stranger, { jobId, outcome: 'completed', impressions: 3 }),
      world.releases.release(stranger, {
        releaseId: jobs[0]!.releaseId,
        panelSessionId: listing.panelSessionId,
        documents: [],
      }),
    ];
    const answers = await Promise.allSettled(attempts);
    expect(
      answers.map((answer) => answer.status === 'rejected' && (answer.reason as { code: string }).code),
    ).toEqual([
      'printer.unknown',
      'panel-session.ended',
      'job.unknown',
      'job.unknown',
      'job.unknown',
      'job.unknown',
    ]);
    await world.sessions.endSession(stranger, listing.panelSessionId);
    await expect(world.sessions.touchSession(site.agent.id, listing.panelSessionId)).resolves.toMatchObject({
      ownerId: owner,
    });
    await expect(world.redeem(site, code, 'library')).resolves.toBeDefined();
  });
});
