import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { Journal } from '../journal/journal.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { Unanswered } from '../link/questions.js';
import { until } from '../testing/wait.js';
import { PrintReports } from './print-reports.js';

let journal: Journal;
let told: unknown[];
let answer: () => Promise<object>;
let reports: PrintReports;
const core = { online: true };

beforeEach(() => {
  journal = new Journal(':memory:');
  told = [];
  const ask = (_: string, body: unknown) => {
    told.push(body);
    return answer();
  };
  core.online = true;
  const link = Object.assign(core, { askCore: ask }) as unknown as Pick<GatewayLink, 'askCore' | 'online'>;
  reports = new PrintReports(journal.printReports, link, pino({ level: 'silent' }), 1);
});
afterEach(() => {
  reports.stop();
  journal.close();
});

test('a report without an answer is repeated, although the link was not lost', async () => {
  answer = () =>
    told.length < 3
      ? Promise.reject(new Unanswered('not in time'))
      : Promise.resolve({ status: 'ok', body: {} });
  await reports.storeReport('a-job', 'faint');
  await until(() => journal.printReports.untold().length === 0);
  expect(new Set(told.map((report) => JSON.stringify(report)))).toHaveProperty('size', 1);
  expect(told).toHaveLength(3);
});

test('reports made while core is away are sent when core is back, each once, in order', async () => {
  answer = () => Promise.resolve({ status: 'ok', body: {} });
  core.online = false;
  await reports.storeReport('first', 'faint');
  await reports.storeReport('first', 'faint');
  await reports.storeReport('second', 'crooked');
  expect(told).toEqual([]);
  expect([reports.lastOf('first'), reports.lastOf('second')]).toEqual(['faint', 'crooked']);
  core.online = true;
  await reports.recover();
  await reports.recover();
  expect(told).toMatchObject([
    { jobId: 'first', fault: 'faint' },
    { jobId: 'second', fault: 'crooked' },
  ]);
});

test('a refused report is not repeated, and the next one is sent', async () => {
  answer = () =>
    Promise.resolve(
      told.length === 1 ? { status: 'refused', code: 'job.unknown' } : { status: 'ok', body: {} },
    );
  core.online = false;
  await reports.storeReport('first', 'faint');
  await reports.storeReport('second', 'faint');
  core.online = true;
  await reports.recover();
  expect(told).toMatchObject([{ jobId: 'first' }, { jobId: 'second' }]);
  expect(journal.printReports.untold()).toEqual([]);
});

test('the same report of a job is sent once', async () => {
  answer = () => Promise.resolve({ status: 'ok', body: {} });
  await reports.storeReport('first', 'faint');
  await reports.storeReport('first', 'faint');
  expect(told).toHaveLength(1);
});

test('a stopped box sends no more reports', async () => {
  answer = () => Promise.reject(new Unanswered('going'));
  const saying = reports.storeReport('a-job', 'faint');
  reports.stop();
  await saying;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toHaveLength(1);
  expect(journal.printReports.untold()).toHaveLength(1);
});

test('a journal that cannot list unsent reports does not stop the agent', async () => {
  jest.spyOn(journal.printReports, 'untold').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  await expect(reports.recover()).resolves.toBeUndefined();
});
