import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import type { PrinterAttributes } from '../ipp/client.js';
import { IppError } from '../ipp/errors.js';
import { ScriptedPrinter } from '../ipp/testing/scripted-printer.js';
import { until } from '../testing/wait.js';
import { PrinterWatcher } from './printer-watcher.js';

let answer: () => Promise<PrinterAttributes>;
let asked: number;
let told: PrinterReport[];
let watcher: PrinterWatcher;
const printer = new ScriptedPrinter();

const usual = { idleMs: 5, inUseMs: 2, freshMs: 60_000, misses: 2 };

function aWatcher(timings: typeof usual, isInUse = false) {
  return new PrinterWatcher({
    printerId: 'p',
    printer: { getAttributes: () => ((asked += 1), answer()) },
    isInUse: () => isInUse,
    log: pino({ level: 'silent' }),
    timings,
  });
}

beforeEach(() => {
  asked = 0;
  told = [];
  answer = () => Promise.resolve(printer.attributes());
  watcher = aWatcher(usual);
  watcher.on('changed', (report) => told.push(report));
});
afterEach(() => watcher.stop());

describe('the watch over a printer', () => {
  test('a printer counts as unreachable until it has answered', async () => {
    expect(watcher.report).toMatchObject({ state: 'unreachable', accepting: false });
    watcher.start();
    await until(() => watcher.report.state === 'idle');
  });

  test('a report is told after the first answer or after enough looks in vain, and not before', async () => {
    expect(watcher.isFoundOut).toBe(false);
    const atLook: boolean[] = [];
    answer = () => {
      atLook.push(watcher.isFoundOut);
      return Promise.reject(new IppError('unreachable', 'away'));
    };
    watcher.start();
    await until(() => atLook.length > 2);
    expect(atLook.slice(0, 3)).toEqual([false, false, true]);
    expect(told.map(({ state }) => state)).toEqual(['unreachable']);
  });

  test('a report is told again only when it has changed', async () => {
    watcher.start();
    await until(() => asked > 5);
    expect(told.map(({ state }) => state)).toEqual(['idle']);
    answer = () => Promise.resolve({ ...printer.attributes(), reasons: ['media-empty'] });
    await until(() => told.length === 2);
    expect(told[1]?.reasons).toEqual(['media-empty']);
    expect(watcher.stopReason()).toBe('media-empty');
  });

  test.each([
    ['auth', 'needs-set-up'],
    ['tls', 'not-secure'],
    ['garbage', 'not-understood'],
    ['timeout', 'printer-unreachable'],
  ] as const)('a printer that cannot be asked says why (%s)', async (kind, reason) => {
    answer = () => Promise.reject(new IppError(kind, 'no'));
    watcher.start();
    await until(() => told.length === 1);
    expect(told).toMatchObject([{ state: 'unreachable', reasons: [reason] }]);
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    await until(() => watcher.report.reasons[0] === 'printer-unreachable');
  });

  test('a printer that takes no jobs says so, and is not called stopped in the middle of one', async () => {
    answer = () => Promise.resolve({ ...printer.attributes(), accepting: false });
    watcher.start();
    await until(() => told.length === 1);
    expect(told).toMatchObject([{ state: 'idle', accepting: false, reasons: ['not-accepting'] }]);
    expect(watcher.stopReason()).toBeUndefined();
  });

  test('a printer is unreachable after two misses, not after one, and keeps its abilities', async () => {
    watcher.start();
    await until(() => told.length === 1);
    let misses = 0;
    answer = () => {
      misses += 1;
      return misses === 1
        ? Promise.reject(new IppError('unreachable', 'away'))
        : Promise.resolve(printer.attributes());
    };
    await until(() => misses > 3);
    expect(told).toHaveLength(1);
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    await until(() => told.length === 2);
    expect(told[1]).toMatchObject({ state: 'unreachable', reasons: ['printer-unreachable'], duplex: true });
    expect(watcher.stopReason()).toBeUndefined();
  });

  test('fresh attributes are not asked for twice', async () => {
    await watcher.attributes();
    await watcher.attributes();
    expect(asked).toBe(1);
  });

  test('attributes are asked for anew once a look was in vain', async () => {
    watcher = aWatcher({ ...usual, idleMs: 600_000, inUseMs: 600_000 });
    await watcher.attributes();
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    watcher.start();
    await until(() => asked === 2);
    answer = () => Promise.resolve(printer.attributes());
    await watcher.attributes();
    expect(asked).toBe(3);
    await watcher.attributes();
    expect(asked).toBe(3);
  });

  test('a printer that misses every other look is reached', async () => {
    watcher.start();
    answer = () =>
      asked % 2 === 0
        ? Promise.reject(new IppError('unreachable', 'away'))
        : Promise.resolve(printer.attributes());
    await until(() => asked > 8);
    expect(told.map(({ state }) => state)).toEqual(['idle']);
  });

  test('a printer is looked at more often while somebody stands at it, and after one look in vain', async () => {
    const timings = { ...usual, idleMs: 600_000, inUseMs: 1 };
    watcher = aWatcher(timings, true);
    watcher.start();
    await until(() => asked > 3);
    watcher.stop();
    watcher = aWatcher(timings);
    asked = 0;
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    watcher.start();
    await until(() => watcher.isFoundOut);
    // Longer than the pause of a printer that is in use.
    await sleep(20);
    expect(asked).toBe(2);
    watcher.hurry();
    await until(() => asked === 3);
  });

  test('a watcher that is to hurry while it is looking does not look twice', async () => {
    watcher = aWatcher({ ...usual, idleMs: 600_000 });
    let say: (attributes: PrinterAttributes) => void = () => undefined;
    answer = () => new Promise((resolve) => (say = resolve));
    watcher.start();
    watcher.hurry();
    expect(asked).toBe(1);
    say(printer.attributes());
    await until(() => watcher.isFoundOut);
  });

  test.each(['answers', 'fails'])(
    'a watcher that is stopped while the printer %s looks no more',
    async (how) => {
      watcher = aWatcher({ ...usual, idleMs: 1, inUseMs: 1, misses: 1 });
      watcher.on('changed', (report) => told.push(report));
      let end: () => void = () => undefined;
      answer = () =>
        new Promise((resolve, reject) => {
          end = () =>
            how === 'fails' ? reject(new IppError('unreachable', '')) : resolve(printer.attributes());
        });
      watcher.start();
      watcher.stop();
      end();
      await sleep(20);
      expect(asked).toBe(1);
      expect(told.filter(({ state }) => state === 'unreachable')).toEqual([]);
    },
  );
});
