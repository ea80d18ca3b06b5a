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

beforeEach(() => {
  asked = 0;
  told = [];
  answer = () => Promise.resolve(printer.attributes());
  watcher = new PrinterWatcher({
    printerId: 'p',
    printer: { getAttributes: () => ((asked += 1), answer()) },
    isInUse: () => false,
    log: pino({ level: 'silent' }),
    timings: { idleMs: 5, inUseMs: 2, freshMs: 60_000, misses: 2 },
  });
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
});
