import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
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

describe('the printer watcher', () => {
  test('reports a printer as unreachable until it has answered', async () => {
    expect(watcher.report).toMatchObject({ state: 'unreachable', accepting: false });
    watcher.start();
    await until(() => watcher.report.state === 'idle');
  });

  test('sends a report after the first answer or enough misses, not before', async () => {
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

  test('sends a report again only when it has changed', async () => {
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
  ] as const)('reports why a printer cannot be asked (%s)', async (kind, reason) => {
    answer = () => Promise.reject(new IppError(kind, 'no'));
    watcher.start();
    await until(() => told.length === 1);
    expect(told).toMatchObject([{ state: 'unreachable', reasons: [reason] }]);
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    await until(() => watcher.report.reasons[0] === 'printer-unreachable');
  });

  test('reports a printer that accepts no jobs, without a stop reason', async () => {
    answer = () => Promise.resolve({ ...printer.attributes(), accepting: false });
    watcher.start();
    await until(() => told.length === 1);
    expect(told).toMatchObject([{ state: 'idle', accepting: false, reasons: ['not-accepting'] }]);
    expect(watcher.stopReason()).toBeUndefined();
  });

  test('reports a printer as unreachable after two misses, not after one, and keeps its abilities', async () => {
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

  test('does not ask for fresh attributes twice', async () => {
    await watcher.attributes();
    await watcher.attributes();
    expect(asked).toBe(1);
  });

  test('asks for attributes again after half a minute', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const parts = { printerId: 'p', isInUse: () => false, log: pino({ level: 'silent' }) };
    watcher = new PrinterWatcher({ ...parts, printer: { getAttributes: () => ((asked += 1), answer()) } });
    await watcher.attributes();
    clock.mockReturnValue(30_999);
    await watcher.attributes();
    expect(asked).toBe(1);
    clock.mockReturnValue(31_000);
    await watcher.attributes();
    clock.mockRestore();
    expect(asked).toBe(2);
  });

  test('asks for attributes again after a miss', async () => {
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

  test('reports a printer that misses every other look as reachable', async () => {
    watcher.start();
    answer = () =>
      asked % 2 === 0
        ? Promise.reject(new IppError('unreachable', 'away'))
        : Promise.resolve(printer.attributes());
    await until(() => asked > 8);
    expect(told.map(({ state }) => state)).toEqual(['idle']);
  });

  test('looks more often while the panel is used, and after one miss', async () => {
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

  test('does not look twice when hurried during a look', async () => {
    watcher = aWatcher({ ...usual, idleMs: 600_000 });
    let say: (attributes: PrinterAttributes) => void = () => undefined;
    answer = () => new Promise((resolve) => (say = resolve));
    watcher.start();
    watcher.hurry();
    expect(asked).toBe(1);
    say(printer.attributes());
    await until(() => watcher.isFoundOut);
  });

  test.each(['answers', 'fails'])('does not look again when stopped while the printer %s', async (how) => {
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
  });
});
