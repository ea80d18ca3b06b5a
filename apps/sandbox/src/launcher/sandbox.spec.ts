import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RunRecord } from '../processes/run-record.js';
import { Supervisor } from '../processes/supervisor.js';
import type { OutsidePart, Part } from './parts/part.js';
import { parts } from './parts/parts.js';
import { Sandbox } from './sandbox.js';
import { ports } from './settings/ports.js';
import { readSettings } from './settings/settings.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-launcher-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function sandbox(environment: Record<string, string> = {}): Sandbox {
  const settings = readSettings([], { ...environment, SIXPENCE_DATA: folder });
  return new Sandbox(settings, new Supervisor(new RunRecord(join(folder, 'run.json')), () => undefined));
}

const started: string[] = [];
beforeEach(() => {
  started.length = 0;
});
const database: OutsidePart = {
  ...{ name: 'database', ports: ['postgres'], data: [], needs: [], replacedBy: ['DATABASE_URL'] },
  start: () => {
    started.push('database');
    return Promise.resolve({ DATABASE_URL: 'ours' });
  },
};
const service: Part<string> = {
  ...{ name: 'service', ports: [], data: [], needs: [database] },
  start: (context) => {
    started.push('service');
    return Promise.resolve(`runs on ${context.valuesOf(database)['DATABASE_URL']}`);
  },
};

test('a part starts once, after its needs, and gets their values', async () => {
  const context = sandbox();
  await context.start([service, database]);
  expect(started).toEqual(['database', 'service']);
  expect(context.valuesOf(service)).toBe('runs on ours');
});

test('a part is not started when the environment names a real service instead', async () => {
  const context = sandbox({ DATABASE_URL: 'theirs' });
  await context.start([service, database]);
  expect(started).toEqual(['service']);
  expect(context.valuesOf(service)).toBe('runs on theirs');
});

test('a part that cannot start prevents the start of parts that need it, and its error is thrown', async () => {
  const broken: OutsidePart = { ...database, start: () => Promise.reject(new Error('the disk is full')) };
  const start = sandbox().start([broken, { ...service, needs: [broken] }]);
  await expect(start).rejects.toThrow('the disk is full');
  expect(started).toEqual([]);
});

test('a part can read only the values of the parts in its needs', async () => {
  const careless: Part = { ...service, needs: [] };
  await expect(sandbox().start([careless])).rejects.toThrow(
    'database is not ready: name it among the needs.',
  );
});

test('a log begins anew with each run, and not with each start of a process; the last run has its own', () => {
  mkdirSync(join(folder, 'logs'));
  const first = sandbox();
  writeFileSync(first.logFile('hall'), 'of the first run');
  expect(readFileSync(first.logFile('hall'), 'utf8')).toBe('of the first run');
  expect(existsSync(sandbox().logFile('hall'))).toBe(false);
  expect(readFileSync(join(folder, 'logs/hall.last.log'), 'utf8')).toBe('of the first run');
});

test('every part has its own ports, data, and name', () => {
  for (const list of [
    parts.map((part) => part.name),
    parts.flatMap((part) => part.ports),
    parts.flatMap((part) => part.data),
  ]) {
    expect(new Set<string>(list).size).toBe(list.length);
  }
  expect(parts.flatMap((part) => part.ports).every((name) => name in ports)).toBe(true);
});

test('a part with several variables is started as long as one of them is missing', async () => {
  const providers: OutsidePart = {
    ...{ name: 'providers', ports: [], data: [], needs: [], replacedBy: ['ONE_ID', 'OTHER_ID'] },
    start: () => Promise.resolve({ OTHER_ID: 'ours' }),
  };
  const half = sandbox({ ONE_ID: 'theirs' });
  await half.start([providers]);
  expect(half.valuesOf(providers)).toEqual({ OTHER_ID: 'ours' });
  const whole = sandbox({ ONE_ID: 'theirs', OTHER_ID: 'theirs too' });
  await whole.start([providers]);
  expect(whole.valuesOf(providers)).toEqual({ ONE_ID: 'theirs', OTHER_ID: 'theirs too' });
});

test('optional variables are used only together with the variables of the real service', async () => {
  const withOwner: OutsidePart = { ...database, companionVariables: ['DATABASE_OWNER_URL'] };
  const both = { DATABASE_URL: 'theirs', DATABASE_OWNER_URL: 'their owner' };
  const whole = sandbox(both);
  await whole.start([withOwner]);
  expect(whole.valuesOf(withOwner)).toEqual(both);
  const alone = sandbox({ DATABASE_URL: 'theirs' });
  await alone.start([withOwner]);
  expect(alone.valuesOf(withOwner)).toEqual({ DATABASE_URL: 'theirs' });
  const ours = sandbox({ DATABASE_OWNER_URL: 'left behind' });
  await ours.start([withOwner]);
  expect(ours.valuesOf(withOwner)).toEqual({ DATABASE_URL: 'ours' });
});
