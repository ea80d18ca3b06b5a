import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { KeptProcesses } from './kept-processes.js';

interface Standing {
  number: number;
  pid: number;
  isGone: boolean;
  isEnded: boolean;
  end: () => Promise<void>;
}

let started: Standing[];
let trouble: Error | undefined;
let refills: number;
let kept: KeptProcesses<Standing>;
/** The process id of the next process; 0 stands for no process, which takes no memory. */
let pid = 0;

const supply = {
  fill: () => {
    refills += 1;
  },
  takeProcess: () => {
    if (trouble) return Promise.reject(trouble);
    const process: Standing = {
      number: started.length,
      pid,
      isGone: false,
      isEnded: false,
      end: () => {
        process.isEnded = true;
        return Promise.resolve();
      },
    };
    started.push(process);
    return Promise.resolve(process);
  },
};

const wear = { mostKept: 2, restMs: 60_000, documentsEach: 50, mostBytes: 700 * 1024 ** 2 };
beforeEach(() => {
  [started, trouble, pid, refills] = [[], undefined, 0, 0];
  kept = new KeptProcesses(supply, wear, pino({ level: 'silent' }));
});
afterEach(async () => {
  jest.useRealTimers();
  await kept.endAll();
});

const open = (owner: string) => kept.takeProcess(owner);
/** Opens and closes a document of the owner. */
async function serve(owner: string): Promise<number> {
  const process = await open(owner);
  kept.releaseProcess(process);
  return process.number;
}
const ended = () => started.filter(({ isEnded }) => isEnded).map(({ number }) => number);

describe('the process of an owner', () => {
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
    expect(await open('anna')).toBe(started[1]);
    expect(ended()).toEqual([0]);
    started[1]!.isGone = true;
    kept.releaseProcess(started[1]!);
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
    await open('anna');
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

  test('is not ended by the idle time of the owner’s earlier process', async () => {
    jest.useFakeTimers();
    await serve('anna');
    await kept.discard(started[0]!);
    await open('anna');
    await jest.advanceTimersByTimeAsync(600_000);
    expect(ended()).toEqual([0]);
  });

  test('is reported with its error if it does not start', async () => {
    trouble = new Error('no process');
    await expect(open('anna')).rejects.toBe(trouble);
  });

  test('gets its replacement when it has no document any more', async () => {
    const process = await open('anna');
    expect(refills).toBe(0);
    kept.releaseProcess(process);
    expect(refills).toBe(1);
  });

  test('is another one for a document that needs a new one', async () => {
    await serve('anna');
    const process = await kept.takeNewProcess('anna');
    expect([process.number, kept.hadDocumentBefore(process), ended()]).toEqual([1, false, []]);
  });

  test('that opens a document at the moment is joined by another one, and both are reused', async () => {
    const [first, second] = [await open('anna'), await open('anna')];
    expect([first.number, second.number]).toEqual([0, 1]);
    kept.releaseProcess(second);
    kept.releaseProcess(first);
    const again = [await open('anna'), await open('anna')];
    expect([new Set(again), started.length, ended()]).toEqual([new Set([first, second]), 2, []]);
    expect(kept.hadDocumentBefore(first)).toBe(true);
    expect(kept.hadDocumentBefore(await open('anna'))).toBe(false);
  });

  test('is ended after a document that started further processes', async () => {
    const script = `const { spawn } = require('node:child_process');
      process.stdin.on('data', () => {
        spawn(process.execPath, ['-e', 'console.log(); setInterval(() => {}, 1e6);'], { stdio: 'inherit' });
      });
      console.log();`;
    const parent = spawn(process.execPath, ['-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      await once(parent.stdout, 'data');
      pid = parent.pid!;
      await serve('anna');
      const again = await open('anna');
      expect([again.number, ended()]).toEqual([0, []]);
      parent.stdin.write('document');
      await once(parent.stdout, 'data');
      kept.releaseProcess(again);
      expect(ended()).toEqual([0]);
    } finally {
      process.kill(-parent.pid!, 'SIGKILL');
    }
  });
});

describe('of the processes of several owners', () => {
  test('the two most recently used are kept, and the least recently used is ended before a third one starts', async () => {
    await serve('anna');
    await serve('ben');
    await serve('anna');
    expect(ended()).toEqual([]);
    const third = await open('cleo');
    expect(ended()).toEqual([1]);
    kept.releaseProcess(third);
    expect([await serve('anna'), await serve('cleo')]).toEqual([0, 2]);
    expect(ended()).toEqual([1]);
  });

  test('none with an open document is ended, even if there are many', async () => {
    for (const owner of ['anna', 'ben', 'cleo', 'dora']) await open(owner);
    kept.releaseProcess(started[1]!);
    kept.releaseProcess(started[2]!);
    expect(ended()).toEqual([]);
    kept.releaseProcess(started[0]!);
    expect(ended()).toEqual([1]);
    kept.releaseProcess(started[3]!);
    expect(ended()).toEqual([1, 2]);
    expect([await serve('anna'), await serve('dora')]).toEqual([0, 3]);
  });

  test('the longest unused is ended, not the one whose document began first', async () => {
    const first = await open('anna');
    await serve('ben');
    await serve('cleo');
    kept.releaseProcess(first);
    expect(ended()).toEqual([1]);
  });

  test('no owner waits for the end of another owner’s process, or fails with it', async () => {
    await serve('anna');
    await serve('ben');
    started[0]!.end = () => Promise.reject(new Error('the folder is not empty'));
    expect(await serve('cleo')).toBe(2);
    await kept.endAll();
    expect(ended()).toEqual([1, 2]);
  });

  test('a process that was ended already is not kept again', async () => {
    const process = await open('anna');
    await kept.discard(process);
    kept.releaseProcess(process);
    expect(await serve('anna')).toBe(1);
  });

  test('all are ended at the end', async () => {
    await serve('anna');
    await open('ben');
    await kept.endAll();
    expect(ended()).toEqual([0, 1]);
  });
});
