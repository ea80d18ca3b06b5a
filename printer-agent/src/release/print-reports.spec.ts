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

beforeEach(() => {
  journal = new Journal(':memory:');
  told = [];
  const ask = (_: string, body: unknown) => {
    told.push(body);
    return answer();
  };
  const link = { online: true, ask } as unknown as Pick<GatewayLink, 'ask' | 'online'>;
  reports = new PrintReports(journal.printReports, link, pino({ level: 'silent' }), 1);
});
afterEach(() => {
  reports.stop();
  journal.close();
});

test('what core had no answer to is told again although the link was never lost', async () => {
  answer = () =>
    told.length < 3
      ? Promise.reject(new Unanswered('not in time'))
      : Promise.resolve({ status: 'ok', body: {} });
  await reports.say('a-job', 'faint');
  await until(() => journal.printReports.untold().length === 0);
  expect(new Set(told.map((report) => JSON.stringify(report)))).toHaveProperty('size', 1);
  expect(told).toHaveLength(3);
});

test('a box that stops says nothing more', async () => {
  answer = () => Promise.reject(new Unanswered('going'));
  const saying = reports.say('a-job', 'faint');
  reports.stop();
  await saying;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toHaveLength(1);
  expect(journal.printReports.untold()).toHaveLength(1);
});

test('a journal that does not say what is untold ends nothing', async () => {
  jest.spyOn(journal.printReports, 'untold').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  await expect(reports.recover()).resolves.toBeUndefined();
});
