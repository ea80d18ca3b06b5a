import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { agentRequests } from '@sixpence/contracts/agent/gateway';
import { printFaults } from '@sixpence/contracts/printing/print-reports';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { PrintReportList } from '@sixpence/core/jobs/views/print-report-list.query';
import { PrintReportsService } from '@sixpence/core/jobs/print-reports/print-reports.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { shiftClock } from '../../support/builders/ledger.js';
import { operated } from '../../support/worlds/operated.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
let reports: PrintReportsService;
let list: PrintReportList;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
  reports = world.core.app.get(PrintReportsService);
  list = world.core.app.get(PrintReportList);
});
afterAll(() => after.disposeAsync());

/** A job of three pages, of which two were printed. */
async function aJob() {
  const owner = await world.aPerson();
  await world.aDocument(owner);
  const { jobs } = await world.print(site, await world.logIn(site, owner));
  const { jobId } = jobs[0]!;
  await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'aborted', impressions: 2 });
  return { owner, jobId };
}

const openOf = async (jobId: string) =>
  (await list.listReports({ includeClosed: false })).filter((report) => report.jobId === jobId);

test('a report is counted, and is listed for staff, without the file name, until they close it', async () => {
  const { jobId } = await aJob();
  const reportId = randomUUID();
  const figures = await world.core.app.get<Registry>(METRICS).metrics();
  expect(figures).toContain('sixpence_print_reports_total{fault="faint"} 0\n');
  const warned = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'warn');
  await reports.takePrintReport(site.agent.id, { reportId, jobId, fault: 'faint' });
  expect(warned.mock.calls).toContainEqual([
    { jobId, printerId: site.printers['hall'], fault: 'faint' },
    expect.stringContaining('something is wrong with a print'),
  ]);
  warned.mockRestore();
  const counted = await world.core.app.get<Registry>(METRICS).metrics();
  expect(counted).toContain('sixpence_print_reports_total{fault="faint"} 1\n');
  const [report] = await openOf(jobId);
  expect(report).toMatchObject({
    id: reportId,
    printer: 'hall',
    fault: 'faint',
    state: 'partial',
    impressions: 2,
    pages: 3,
    closedAt: null,
    closedWith: null,
  });
  expect(JSON.stringify(report)).not.toContain('essay');
  const output = await operated(world.core, 'reports', 'list');
  const row = [reportId, expect.any(String), expect.stringMatching(/^hall, site /), 'faint', jobId];
  expect(output.stdout.split('\n').map((line) => line.split('\t'))).toContainEqual([
    ...row,
    '2 of 3 (partial)',
    '',
  ]);

  await reports.closeReport(reportId, 'new drum');
  expect(await openOf(jobId)).toEqual([]);
  const stored = (await list.listReports({ includeClosed: true })).find(({ id }) => id === reportId);
  expect(stored).toMatchObject({ closedAt: expect.any(Date), closedWith: 'new drum' });
  await expect(reports.closeReport(reportId, 'again')).rejects.toMatchObject({ code: 'report.unknown' });
  await expect(reports.closeReport('no id', 'what')).rejects.toMatchObject({ code: 'report.unknown' });
});

test('a report sent ten times at once, with one id or several, is kept and counted once per fault', async () => {
  const { jobId } = await aJob();
  const counted = async () => {
    const metric = world.core.app.get<Registry>(METRICS).getSingleMetric('sixpence_print_reports_total');
    return (await metric!.get()).values.find(({ labels }) => labels['fault'] === 'crooked')?.value;
  };
  const before = (await counted()) ?? 0;
  const reportId = randomUUID();
  const ids = [
    ...Array.from({ length: 5 }, () => reportId),
    ...Array.from({ length: 5 }, () => randomUUID()),
  ];
  await Promise.all(
    ids.map((id) => reports.takePrintReport(site.agent.id, { reportId: id, jobId, fault: 'crooked' })),
  );
  await reports.takePrintReport(site.agent.id, { reportId: randomUUID(), jobId, fault: 'faint' });
  expect((await openOf(jobId)).map(({ fault }) => fault).toSorted()).toEqual(['crooked', 'faint']);
  expect(await counted()).toBe(before + 1);
});

test('a report about a job of another box, or about no job, is refused', async () => {
  const { jobId } = await aJob();
  const other = await world.aSite();
  for (const [agent, job] of [
    [other.agent.id, jobId],
    [site.agent.id, randomUUID()],
  ] as const) {
    const report = { reportId: randomUUID(), jobId: job, fault: 'faint' } as const;
    await expect(reports.takePrintReport(agent, report)).rejects.toMatchObject({ code: 'job.unknown' });
  }
  expect(await openOf(jobId)).toEqual([]);
});

test.each([{ fault: 'my letter to the bank' }, { fault: '' }, { jobId: 'x' }, { reportId: 7 }])(
  'core refuses the malformed report %p',
  (changed) => {
    const report = { reportId: randomUUID(), jobId: randomUUID(), fault: 'faint', ...changed };
    expect(agentRequests['print-report'].safeParse(report).success).toBe(false);
  },
);

test('reports are listed in the order of their arrival, and closing one leaves the others open', async () => {
  const { owner, jobId } = await aJob();
  const second = await aJob();
  const ids = [randomUUID(), randomUUID()].toSorted();
  await reports.takePrintReport(site.agent.id, { reportId: ids[1]!, jobId, fault: 'faint' });
  await shiftClock(world.database, '1 second');
  await reports.takePrintReport(site.agent.id, { reportId: ids[0]!, jobId: second.jobId, fault: 'faint' });
  await shiftClock(world.database, '1 second');
  await reports.takePrintReport(site.agent.id, { reportId: randomUUID(), jobId, fault: 'crooked' });
  const waiting = (await list.listReports({ includeClosed: false })).filter((report) =>
    [jobId, second.jobId].includes(report.jobId),
  );
  expect(waiting.map((report) => [report.jobId, report.fault])).toEqual([
    [jobId, 'faint'],
    [second.jobId, 'faint'],
    [jobId, 'crooked'],
  ]);
  const personalData = await world.core.app.get(PersonalDataService).exportEverything(world.database, owner);
  expect(personalData['printReports']).toMatchObject([{ fault: 'faint' }, { fault: 'crooked' }]);
  await reports.closeReport(ids[1]!, 'new drum');
  expect((await openOf(jobId)).map(({ fault }) => fault)).toEqual(['crooked']);
  expect(await openOf(second.jobId)).toHaveLength(1);
});

test('users find their reports in their data export', async () => {
  const { owner, jobId } = await aJob();
  await reports.takePrintReport(site.agent.id, { reportId: randomUUID(), jobId, fault: 'pages-missing' });
  const personalData = await world.core.app.get(PersonalDataService).exportEverything(world.database, owner);
  expect(personalData['printReports']).toMatchObject([{ jobId, fault: 'pages-missing', closedAt: null }]);
});

test('a report is deleted after a year', async () => {
  const { jobId } = await aJob();
  await reports.takePrintReport(site.agent.id, { reportId: randomUUID(), jobId, fault: 'faint' });
  await shiftClock(world.database, '364 days');
  await reports.forgetOld();
  expect(await openOf(jobId)).toHaveLength(1);
  await shiftClock(world.database, '2 days');
  await reports.forgetOld();
  expect(await openOf(jobId)).toEqual([]);
});

test('a panel session may send twelve reports, and a repeated report is accepted again', async () => {
  const owner = await world.aPerson();
  for (let documents = 0; documents < 3; documents += 1) await world.aDocument(owner);
  const { jobs } = await world.print(site, await world.logIn(site, owner));
  for (const { jobId } of jobs)
    await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', impressions: 3 });
  const said = jobs.flatMap(({ jobId }) =>
    printFaults.map((fault) => ({ reportId: randomUUID(), jobId, fault })),
  );
  expect(said).toHaveLength(15);
  for (const report of said.slice(0, 12)) await reports.takePrintReport(site.agent.id, report);
  for (const report of said.slice(12)) {
    await expect(reports.takePrintReport(site.agent.id, report)).rejects.toMatchObject({
      code: 'request.too-many',
    });
  }
  await reports.takePrintReport(site.agent.id, said[11]!);
  const { jobId } = await aJob();
  await reports.takePrintReport(site.agent.id, { reportId: randomUUID(), jobId, fault: 'faint' });
  expect(await openOf(jobId)).toHaveLength(1);
});
