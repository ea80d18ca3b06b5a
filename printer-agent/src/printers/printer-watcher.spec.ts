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
let polls: number;
let reports: PrinterReport[];
let watcher: PrinterWatcher;
let logged: string[];
const printer = new ScriptedPrinter();

const usual = { idleMs: 5, inUseMs: 2, freshMs: 60_000, misses: 2 };

function aWatcher(timings: typeof usual, isInUse = false) {
  return new PrinterWatcher({
    printerId: 'p',
    printer: { getAttributes: () => ((polls += 1), answer()) },
    isInUse: () => isInUse,
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    timings,
  });
}

beforeEach(() => {
  polls = 0;
  [reports, logged] = [[], []];
  answer = () => Promise.resolve(printer.attributes());
  watcher = aWatcher(usual);
  watcher.on('changed', (report) => reports.push(report));
});
afterEach(() => watcher.stop());

describe('the printer watcher', () => {
  test('reports a printer as unreachable until it has answered', async () => {
    expect(watcher.report).toMatchObject({ state: 'unreachable', accepting: false });
    watcher.start();
    await until(() => watcher.report.state === 'idle');
  });

  test('sends a report after the first answer or enough misses, not before', async () => {
    expect(watcher.isStateKnown).toBe(false);
    const knownAtPoll: boolean[] = [];
    answer = () => {
      knownAtPoll.push(watcher.isStateKnown);
      return Promise.reject(new IppError('unreachable', 'away'));
    };
    watcher.start();
    await until(() => knownAtPoll.length > 2);
    expect(knownAtPoll.slice(0, 3)).toEqual([false, false, true]);
    expect(reports.map(({ state }) => state)).toEqual(['unreachable']);
  });

  test('sends a report again only when it has changed', async () => {
    watcher.start();
    await until(() => polls > 5);
    expect(reports.map(({ state }) => state)).toEqual(['idle']);
    answer = () => Promise.resolve({ ...printer.attributes(), reasons: ['media-empty'] });
    await until(() => reports.length === 2);
    expect(reports[1]?.reasons).toEqual(['media-empty']);
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
    await until(() => reports.length === 1);
    expect(reports).toMatchObject([{ state: 'unreachable', reasons: [reason] }]);
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    await until(() => watcher.report.reasons[0] === 'printer-unreachable');
  });

  test('reports a printer that accepts no jobs, without a stop reason', async () => {
    answer = () => Promise.resolve({ ...printer.attributes(), accepting: false });
    watcher.start();
    await until(() => reports.length === 1);
    expect(reports).toMatchObject([{ state: 'idle', accepting: false, reasons: ['not-accepting'] }]);
    expect(watcher.stopReason()).toBeUndefined();
  });

  test('reports a printer as unreachable after two misses, not after one, and keeps its abilities', async () => {
    watcher.start();
    await until(() => reports.length === 1);
    let calls = 0;
    answer = () => {
      calls += 1;
      return calls === 1
        ? Promise.reject(new IppError('unreachable', 'away'))
        : Promise.resolve(printer.attributes());
    };
    await until(() => calls > 3);
    expect(reports).toHaveLength(1);
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    await until(() => reports.length === 2);
    expect(reports[1]).toMatchObject({
      state: 'unreachable',
      reasons: ['printer-unreachable'],
      duplex: true,
    });
    expect(watcher.stopReason()).toBeUndefined();
  });

  test('does not ask the printer again while its attributes are fresh', async () => {
    await watcher.attributes();
    await watcher.attributes();
    expect(polls).toBe(1);
  });

  test('asks for attributes again after half a minute', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const parts = { printerId: 'p', isInUse: () => false, log: pino({ level: 'silent' }) };
    watcher = new PrinterWatcher({ ...parts, printer: { getAttributes: () => ((polls += 1), answer()) } });
    await watcher.attributes();
    clock.mockReturnValue(30_999);
    await watcher.attributes();
    expect(polls).toBe(1);
    clock.mockReturnValue(31_000);
    await watcher.attributes();
    clock.mockRestore();
    expect(polls).toBe(2);
  });

  test.each([
    ['an idle printer every five seconds', false, 5_000],
    ['a printer in use every second', true, 1_000],
  ])('polls %s', async (_, isInUse, everyMs) => {
    jest.useFakeTimers();
    const parts = { printerId: 'p', isInUse: () => isInUse, log: pino({ level: 'silent' }) };
    watcher = new PrinterWatcher({ ...parts, printer: { getAttributes: () => ((polls += 1), answer()) } });
    watcher.start();
    const seen = [];
    for (const ms of [0, everyMs - 1, 1, everyMs - 1, 1]) {
      await jest.advanceTimersByTimeAsync(ms);
      seen.push(polls);
    }
    watcher.stop();
    jest.useRealTimers();
    expect(seen).toEqual([1, 1, 2, 2, 3]);
  });

  test('reports a printer as unreachable after its second miss, a second after the first', async () => {
    jest.useFakeTimers();
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    const parts = { printerId: 'p', isInUse: () => false, log: pino({ level: 'silent' }) };
    watcher = new PrinterWatcher({ ...parts, printer: { getAttributes: () => answer() } });
    watcher.start();
    const seen = [];
    for (const ms of [0, 999, 1]) {
      await jest.advanceTimersByTimeAsync(ms);
      seen.push(watcher.isStateKnown);
    }
    watcher.stop();
    jest.useRealTimers();
    expect(seen).toEqual([false, false, true]);
  });

  test('asks for attributes again after a miss', async () => {
    watcher = aWatcher({ ...usual, idleMs: 600_000, inUseMs: 600_000 });
    await watcher.attributes();
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    watcher.start();
    await until(() => polls === 2);
    answer = () => Promise.resolve(printer.attributes());
    await watcher.attributes();
    expect(polls).toBe(3);
    await watcher.attributes();
    expect(polls).toBe(3);
  });

  test('keeps a printer reachable that fails every other poll', async () => {
    watcher.start();
    answer = () =>
      polls % 2 === 0
        ? Promise.reject(new IppError('unreachable', 'away'))
        : Promise.resolve(printer.attributes());
    await until(() => polls > 8);
    expect(reports.map(({ state }) => state)).toEqual(['idle']);
  });

  test('polls more often while the panel is used, and after one failed poll', async () => {
    const timings = { ...usual, idleMs: 600_000, inUseMs: 1 };
    watcher = aWatcher(timings, true);
    watcher.start();
    await until(() => polls > 3);
    watcher.stop();
    watcher = aWatcher(timings);
    polls = 0;
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    watcher.start();
    await until(() => watcher.isStateKnown);
    // This wait is longer than `inUseMs`, the pause of a printer that is in use.
    await sleep(20);
    expect(polls).toBe(2);
    watcher.hurry();
    await until(() => polls === 3);
  });

  test('starts no second poll when `hurry()` is called during a poll', async () => {
    watcher = aWatcher({ ...usual, idleMs: 600_000 });
    let answerWith: (attributes: PrinterAttributes) => void = () => undefined;
    answer = () => new Promise((resolve) => (answerWith = resolve));
    watcher.start();
    watcher.hurry();
    expect(polls).toBe(1);
    answerWith(printer.attributes());
    await until(() => watcher.isStateKnown);
  });

  test.each(['answers', 'fails'])('does not poll again when stopped while the printer %s', async (how) => {
    watcher = aWatcher({ ...usual, idleMs: 1, inUseMs: 1, misses: 1 });
    watcher.on('changed', (report) => reports.push(report));
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
    expect(polls).toBe(1);
    expect(reports.filter(({ state }) => state === 'unreachable')).toEqual([]);
  });

  test('logs once that a printer does not answer, and each fault that is not the printer’s', async () => {
    answer = () => Promise.reject(new IppError('unreachable', 'away'));
    watcher.start();
    await until(() => polls > 5);
    const messages = () => logged.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages()).toEqual(['The printer does not answer']);
    answer = () => Promise.resolve(printer.attributes());
    await until(() => reports.length === 2);
    answer = () => Promise.reject(new RangeError('a defect'));
    await until(() => reports.length === 3);
    expect(messages().slice(1, 4)).toEqual([
      'Watching a printer failed',
      'Watching a printer failed',
      'The printer does not answer',
    ]);
  });
});
