import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import { Unanswered } from '../link/questions.js';
import { until } from '../testing/wait.js';
import { PrinterReporter } from './printer-reporter.js';

const accepted: Answered<'printer'> = { status: 'ok', body: {} };

/**
 * A reporter of a printer whose state the test changes; core gives the listed answers, then accepts
 * everything.
 */
function aReporter(answers: (Answered<'printer'> | Error)[], online = true) {
  const sentStates: string[] = [];
  const world = { state: 'idle' as PrinterReport['state'], online, sentStates };
  const link = {
    get online() {
      return world.online;
    },
    askCore: (_name: string, { state }: PrinterReport) => {
      sentStates.push(state);
      const answer = answers.shift() ?? accepted;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as Pick<GatewayLink, 'askCore' | 'online'>;
  const report = (): PrinterReport => ({
    printerId: 'p',
    state: world.state,
    ...{ reasons: [], accepting: true, color: true, duplex: true, formats: [], makeAndModel: '' },
  });
  const waits = { firstMs: 1, mostMs: 2 };
  return { world, reporter: new PrinterReporter({ link, report, log: pino({ level: 'silent' }), waits }) };
}

test('a report is repeated until core accepts it', async () => {
  const { world, reporter } = aReporter([new Unanswered('too late'), new Unanswered('too late')]);
  reporter.printerChanged();
  await until(() => world.sentStates.length === 3);
  expect(world.sentStates).toEqual(['idle', 'idle', 'idle']);
});

test('a newer report replaces one that core has not accepted', async () => {
  const { world, reporter } = aReporter([new Unanswered('too late')]);
  reporter.printerChanged();
  world.state = 'stopped';
  await until(() => world.sentStates.length === 2);
  expect(world.sentStates).toEqual(['idle', 'stopped']);
});

test('a change during a report is reported after it', async () => {
  const { world, reporter } = aReporter([]);
  reporter.printerChanged();
  world.state = 'processing';
  reporter.printerChanged();
  await until(() => world.sentStates.length === 2);
  expect(world.sentStates).toEqual(['idle', 'processing']);
});

test('a report waits while core is away, and is sent once when core is back', async () => {
  const { world, reporter } = aReporter([], false);
  reporter.printerChanged();
  expect(world.sentStates).toEqual([]);
  world.online = true;
  reporter.printerChanged();
  await until(() => world.sentStates.length === 1);
});

test('a stopped reporter sends nothing more', async () => {
  const { world, reporter } = aReporter([new Unanswered('too late'), new Unanswered('too late')]);
  reporter.printerChanged();
  await until(() => world.sentStates.length === 1);
  reporter.stop();
  // Longer than the reporter waits before a retry.
  await sleep(20);
  expect(world.sentStates).toEqual(['idle']);
});

test('a refused report is not repeated until a change', async () => {
  const { world, reporter } = aReporter([{ status: 'refused', code: 'printer.unknown', message: '' }]);
  reporter.printerChanged();
  await until(() => world.sentStates.length === 1);
  // Longer than the reporter waits before a retry.
  await sleep(20);
  world.state = 'stopped';
  reporter.printerChanged();
  await until(() => world.sentStates.includes('stopped'));
  expect(world.sentStates).toEqual(['idle', 'stopped']);
});
