import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { KeptOffices } from './kept-offices.js';
import type { NoOffice } from './no-office.js';

interface Standing {
  number: number;
  pid: number;
  isGone: boolean;
  isEnded: boolean;
  end: () => Promise<void>;
}

let started: Standing[];
let trouble: Error | undefined;
let kept: KeptOffices;
/** The process id of the next LibreOffice; 0 stands for no process, which takes no memory. */
let pid = 0;

const spares = {
  takeProcess: () => {
    if (trouble) return Promise.reject(trouble);
    const office = {
      number: started.length,
      pid,
      isGone: false,
      isEnded: false,
      end: () => Promise.resolve(),
    };
    office.end = () => {
      office.isEnded = true;
      return Promise.resolve();
    };
    started.push(office);
    return Promise.resolve(office);
  },
};

const open = (restMs?: number) => new KeptOffices(spares as never, pino({ level: 'silent' }), restMs);
beforeEach(() => {
  [started, trouble, pid] = [[], undefined, 0];
  kept = open();
});
afterEach(async () => {
  jest.useRealTimers();
  await kept.endAll();
});

const officeOf = async (owner: string) => (await kept.officeOf(owner)) as unknown as Standing;
/** Opens and closes a document of the owner. */
async function serve(owner: string): Promise<number> {
  const { number } = await officeOf(owner);
  await kept.releaseOffice(owner);
  return number;
}
const ended = () => started.filter(({ isEnded }) => isEnded).map(({ number }) => number);

describe('the LibreOffice of an owner', () => {
  test('is the same for all documents, up to the fiftieth', async () => {
    for (let documents = 1; documents <= 49; documents += 1) expect(await serve('anna')).toBe(0);
    expect(ended()).toEqual([]);
    expect(await serve('anna')).toBe(0);
    expect(ended()).toEqual([0]);
    expect(await serve('anna')).toBe(1);
  });

  test('is replaced when its process has ended, before a document or after it', async () => {
    await serve('anna');
    started[0]!.isGone = true;
    expect(await officeOf('anna')).toBe(started[1]);
    expect(ended()).toEqual([0]);
    started[1]!.isGone = true;
    await kept.releaseOffice('anna');
    expect(ended()).toEqual([0, 1]);
    expect(await serve('anna')).toBe(2);
  });

  test('is ended after a minute without a document, and not before', async () => {
    jest.useFakeTimers();
    await serve('anna');
    await jest.advanceTimersByTimeAsync(59_000);
    await serve('anna');
    await jest.advanceTimersByTimeAsync(59_999);
    expect(ended()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ended()).toEqual([0]);
    expect(await serve('anna')).toBe(1);
  });

  test('is not ended while a document is open, even after a long time', async () => {
    jest.useFakeTimers();
    await serve('anna');
    await officeOf('anna');
    await jest.advanceTimersByTimeAsync(600_000);
    expect(ended()).toEqual([]);
  });

  test.each([
    [600, []],
    [690, [0]],
  ])(
    'is ended after a document when it takes more than 700 MB: %d and its program',
    async (megabytes, gone) => {
      const script = `globalThis.held = Buffer.alloc(${megabytes} * 1024 ** 2, 1); console.log(); setInterval(() => {}, 1e6);`;
      const heavy = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        await once(heavy.stdout, 'data');
        pid = heavy.pid!;
        await serve('anna');
        expect(ended()).toEqual(gone);
      } finally {
        heavy.kill('SIGKILL');
      }
    },
  );

  test('is not ended by the idle time of the owner’s earlier LibreOffice', async () => {
    jest.useFakeTimers();
    await serve('anna');
    await kept.discard('anna');
    await officeOf('anna');
    await jest.advanceTimersByTimeAsync(600_000);
    expect(ended()).toEqual([0]);
  });

  test('is reported with its cause if it does not start', async () => {
    trouble = new Error('no process');
    const failed = await kept.officeOf('anna').catch((error: unknown) => error as NoOffice);
    expect(failed).toMatchObject({ name: 'NoOffice', cause: trouble });
  });
});

describe('of the LibreOffices of several owners', () => {
  test('the two most recently used are kept, and the least recently used is ended before a third one starts', async () => {
    await serve('anna');
    await serve('ben');
    await serve('anna');
    expect(ended()).toEqual([]);
    await officeOf('cleo');
    expect(ended()).toEqual([1]);
    await kept.releaseOffice('cleo');
    expect([await serve('anna'), await serve('cleo')]).toEqual([0, 2]);
    expect(ended()).toEqual([1]);
  });

  test('none with an open document is ended, even if there are many', async () => {
    for (const owner of ['anna', 'ben', 'cleo', 'dora']) await officeOf(owner);
    expect(ended()).toEqual([]);
    await kept.releaseOffice('ben');
    expect(ended()).toEqual([1]);
    await kept.releaseOffice('cleo');
    expect(ended()).toEqual([1, 2]);
    await kept.releaseOffice('anna');
    await kept.releaseOffice('dora');
    expect(ended()).toEqual([1, 2]);
    expect([await serve('anna'), await serve('dora')]).toEqual([0, 3]);
  });

  test('only the surplus is ended, also when several started at the same time', async () => {
    await serve('anna');
    await Promise.all(['ben', 'cleo', 'dora'].map(officeOf));
    expect(ended()).toEqual([]);
    await kept.releaseOffice('ben');
    expect(ended()).toEqual([0, 1]);
  });

  test('releasing or discarding for an owner without a LibreOffice changes nothing', async () => {
    await serve('anna');
    await kept.releaseOffice('ben');
    await kept.discard('ben');
    expect([started.length, ended()]).toEqual([1, []]);
  });

  test('all are ended at the end', async () => {
    await serve('anna');
    await officeOf('ben');
    await kept.endAll();
    expect(ended()).toEqual([0, 1]);
  });
});
