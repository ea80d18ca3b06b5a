import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { liveNews } from '@sixpence/contracts/events/news';
import { ProgressPaceService } from '@sixpence/core/jobs/progress-pace.service';
import { money } from '@sixpence/money/money';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { TestSocket } from '../../support/worlds/sockets.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
/** The site of the job of the current test. */
let site: TestSite;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
});
afterAll(() => after.disposeAsync());

async function aLongJob() {
  site = await world.aSite();
  const { userId, cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
  const amount = money(10_000, 'GBP');
  await world.credits.grant({ owner: userId, amount, key: randomUUID(), reason: 'a test' });
  await world.aDocument(userId, { pages: 500 });
  const { jobs } = await world.print(site, await world.logIn(site, userId));
  return { jobId: jobs[0]!.jobId, cookie };
}

function report(jobId: string, sequence: number, impressions: number, state: 'printing' | 'stalled') {
  return world.jobs.progress(site.agent.id, { jobId, sequence, impressions, state });
}

const storedOf = async (jobId: string) => {
  const { impressions, state } = await world.jobs.forAgent(site.agent.id, jobId);
  return { impressions, state };
};

/** @returns a function that counts the writes of a job's page count since this call */
function countWrites(): () => number {
  const jobs = world.jobs as unknown as { writeProgress: () => Promise<unknown> };
  const spy = jest.spyOn(jobs, 'writeProgress');
  return () => spy.mock.calls.length;
}

test('the count of a running job is written once a second, and screens get the latest count', async () => {
  const { jobId, cookie } = await aLongJob();
  const url = `${world.core.url.replace('http', 'ws')}/live`;
  const headers = { cookie, origin: world.core.config.PUBLIC_URL };
  const socket = await TestSocket.open(url, (text) => liveNews.parse(JSON.parse(text)), { headers });
  await socket.hears(({ type }) => type === 'job');

  const writes = countWrites();
  const began = performance.now();
  for (let page = 1; page <= 60; page += 1) await report(jobId, page, page, 'printing');
  const seconds = (performance.now() - began) / 1_000;
  expect(writes()).toBeLessThanOrEqual(2 + seconds);
  await socket.hears((news) => news.type === 'job' && news.job.impressions === 60);
  await until(async () => (await storedOf(jobId)).impressions === 60);
  await socket.close();
});

test('a stall, its end, and the last page are written at once; an older report changes nothing', async () => {
  const { jobId } = await aLongJob();
  await report(jobId, 1, 1, 'printing');
  await report(jobId, 2, 2, 'printing');
  await report(jobId, 3, 3, 'stalled');
  expect(await storedOf(jobId)).toEqual({ impressions: 3, state: 'stalled' });
  await report(jobId, 4, 4, 'printing');
  expect(await storedOf(jobId)).toEqual({ impressions: 4, state: 'printing' });
  await report(jobId, 6, 6, 'printing');
  await report(jobId, 5, 5, 'printing');
  await until(async () => (await storedOf(jobId)).impressions === 6);
  await report(jobId, 7, 500, 'printing');
  expect(await storedOf(jobId)).toEqual({ impressions: 500, state: 'printing' });
});

test('a report from another box is refused at once; a waiting report changes nothing after the end of its job', async () => {
  const { jobId } = await aLongJob();
  const { jobs } = world;
  await report(jobId, 1, 1, 'printing');
  const foreign = { jobId, sequence: 2, impressions: 2, state: 'printing' as const };
  await expect(jobs.progress(randomUUID(), foreign)).rejects.toMatchObject({ code: 'job.unknown' });
  await report(jobId, 2, 2, 'printing');
  const settled = await jobs.settleJob(site.agent.id, { jobId, outcome: 'aborted', impressions: 3 });
  expect(settled).toMatchObject({ state: 'partial', impressions: 3 });
  // Writes the waiting reports.
  await world.core.app.get(ProgressPaceService).onModuleDestroy();
  expect(await storedOf(jobId)).toEqual({ impressions: 3, state: 'partial' });
});
