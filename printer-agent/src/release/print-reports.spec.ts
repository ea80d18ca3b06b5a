import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { Journal } from '../journal/journal.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { Unanswered } from '../link/questions.js';
import { until } from '../testing/wait.js';
import { PrintReports } from './print-reports.js';

let journal: Journal;
let told: unknown[];
let logged: string[];
let answer: () => Promise<object>;
let reports: PrintReports;
const core = { online: true };

beforeEach(() => {
  journal = new Journal(':memory:');
  [told, logged] = [[], []];
  core.online = true;
  reports = aReporter(1);
});
afterEach(() => {
  jest.useRealTimers();
  reports.stop();
  journal.close();
});

function aReporter(againMs?: number): PrintReports {
  const ask = (_: string, body: unknown) => {
    told.push(body);
    return answer();
  };
  const link = Object.assign(core, { askCore: ask }) as unknown as Pick<GatewayLink, 'askCore' | 'online'>;
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  return new PrintReports(journal.printReports, link, log, againMs);
}

test('a report without an answer is repeated, although the link was not lost', async () => {
  answer = () =>
    told.length < 3
      ? Promise.reject(new Unanswered('not in time'))
      : Promise.resolve({ status: 'ok', body: {} });
  await reports.storeReport('a-job', 'faint');
  await until(() => journal.printReports.unsentReports().length === 0);
  expect(new Set(told.map((report) => JSON.stringify(report)))).toHaveProperty('size', 1);
  expect(told).toHaveLength(3);
  expect(logged.join()).toContain('Core did not receive a report');
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
  expect(journal.printReports.unsentReports()).toEqual([]);
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { jobId: 'first', code: 'job.unknown', msg: 'Core refused a report about a job' },
  ]);
});

test('the same report of a job is sent once', async () => {
  answer = () => Promise.resolve({ status: 'ok', body: {} });
  await reports.storeReport('first', 'faint');
  await reports.storeReport('first', 'faint');
  expect(told).toHaveLength(1);
});

test('failed reports are retried after a minute, by one timer for all of them', async () => {
  jest.useFakeTimers();
  answer = () => Promise.reject(new Unanswered('not in time'));
  const usual = aReporter();
  await usual.storeReport('first', 'faint');
  await usual.storeReport('second', 'faint');
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(59_999);
  expect(told).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(4);
  await usual.recover();
  expect([told.length, jest.getTimerCount()]).toEqual([6, 1]);
  usual.stop();
  expect(jest.getTimerCount()).toBe(0);
});

test('a stopped box sends no more reports', async () => {
  answer = () => Promise.reject(new Unanswered('going'));
  const saying = reports.storeReport('a-job', 'faint');
  reports.stop();
  await saying;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toHaveLength(1);
  expect(journal.printReports.unsentReports()).toHaveLength(1);
});

test('a journal that cannot list unsent reports does not stop the agent', async () => {
  jest.spyOn(journal.printReports, 'unsentReports').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  await expect(reports.recover()).resolves.toBeUndefined();
  expect(logged.join()).toContain('The journal cannot be read for unsent reports');
});
