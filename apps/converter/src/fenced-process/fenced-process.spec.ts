import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { pino } from 'pino';
import { z } from 'zod';
import { limits } from '../limits.js';
import { FencedProcess } from './fenced-process.js';
import { canRestoreWeight, weights } from './weight.js';

const options = {
  fenceCommand: () => [],
  program: [process.execPath, '-e', ''],
  environment: () => ({}),
  messageSchema: z.object({ type: z.enum(['ready', 'done']) }),
  answerBytes: { all: 1_000, each: 1_000 },
  yields: false,
  logger: pino({ level: 'silent' }),
};

/** A program that reports that it is ready, and then sends the value of the expression as text. */
const programSending = (expression: string) => `
  const fs = require('node:fs');
  const say = (header, text = '') => {
    const json = Buffer.from(JSON.stringify(header));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(json.length, 0);
    lengths.writeUInt32BE(text.length, 4);
    fs.writeSync(3, Buffer.concat([lengths, json, Buffer.from(text)]));
  };
  say({ type: 'ready' });
  say({ type: 'done' }, String(${expression}));
`;

test('a missing program is an error, and leaves no folder', async () => {
  const before = await foldersOfOurs();
  const started = FencedProcess.start({ ...options, program: ['/nowhere/no-such-program'] });
  await expect(started).rejects.toThrow('does not start');
  expect(await foldersOfOurs()).toEqual(before);
});

test('a system that cannot start the program is an error, and leaves no folder', async () => {
  const before = await foldersOfOurs();
  const path = process.env.PATH;
  process.env.PATH = '/nowhere';
  const started = FencedProcess.start(options);
  await expect(started).rejects.toMatchObject({ code: 'ENOENT' });
  process.env.PATH = path;
  expect(await foldersOfOurs()).toEqual(before);
});

test('a program that does not report that it is ready is ended after 20 seconds, and leaves no folder', async () => {
  const before = await foldersOfOurs();
  const timers = jest.spyOn(globalThis, 'setTimeout');
  try {
    const started = FencedProcess.start({ ...options, program: ['sleep', '1000'] });
    const end = started.catch((error: unknown) => error);
    const limit = () => timers.mock.calls.find(([, ms]) => ms === 20_000);
    await until(() => limit() !== undefined);
    const [tooLate] = limit() as [() => void];
    tooLate();
    expect(await end).toEqual(new Error('The program behind the fence does not start'));
  } finally {
    timers.mockRestore();
  }
  expect(await foldersOfOurs()).toEqual(before);
});

test.each([
  ['killed', "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1e3);"],
  ['killed', 'process.exit(137);'],
  ['aborted', "process.kill(process.pid, 'SIGABRT'); setInterval(() => {}, 1e3);"],
  ['aborted', 'process.exit(134);'],
  ['otherwise', "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1e3);"],
  ['otherwise', 'process.exit(1);'],
])('a program is %s when it does this: %s', async (end, script) => {
  const program = [process.execPath, '-e', `${programSending("''")} ${script}`];
  const fencedProcess = await FencedProcess.start({ ...options, program });
  try {
    expect(await fencedProcess.howItEnded()).toBe(end);
    expect(fencedProcess.isGone).toBe(true);
  } finally {
    await fencedProcess.end();
  }
});

test('a message that the schema does not allow is an error', async () => {
  const program = [process.execPath, '-e', `${programSending("''")} say({ type: 'other' });`];
  const fencedProcess = await FencedProcess.start({ ...options, program });
  try {
    expect(await fencedProcess.nextMessage()).toMatchObject({ message: { type: 'done' } });
    await expect(fencedProcess.nextMessage()).rejects.toThrow();
  } finally {
    await fencedProcess.end();
  }
});

test('child processes end with the program, even without a namespace', async () => {
  const script = programSending(`(() => {
    const { pid } = require('node:child_process').spawn('sleep', ['1000']);
    setTimeout(() => process.exit(1), 100);
    return pid;
  })()`);
  const fencedProcess = await FencedProcess.start({ ...options, program: [process.execPath, '-e', script] });
  const pid = Number((await fencedProcess.nextMessage())?.bytes);
  await fencedProcess.gone;
  await fencedProcess.end();
  await until(async () => !(await isAlive(pid)));
});

describe('a spare fenced process', () => {
  const weightsOfThreads = `() => [...new Set(fs.readdirSync('/proc/self/task').map((thread) =>
    fs.readFileSync('/proc/self/task/' + thread + '/stat', 'latin1').split(') ')[1].split(' ')[16]))].join()`;

  test('starts at a lower priority, and gets the usual one when a document needs it', async () => {
    const script = `
      const weights = ${weightsOfThreads.replaceAll('fs.', "require('node:fs').")};
      new (require('node:worker_threads').Worker)('setInterval(() => {}, 1e3)', { eval: true });
      const rest = new Int32Array(new SharedArrayBuffer(4));
      const untilBehind = () => { while (weights() !== '${weights.behind}') Atomics.wait(rest, 0, 0, 20); };
      ${programSending(`(untilBehind(), 'behind')`)}
      fs.readSync(0, Buffer.alloc(100));
      say({ type: 'done' }, weights());`;
    const wanted = new AbortController();
    const program = [process.execPath, '-e', script];
    const fencedProcess = await FencedProcess.start({ ...options, program, yields: true }, wanted.signal);
    try {
      expect(String((await fencedProcess.nextMessage())?.bytes)).toBe('behind');
      wanted.abort();
      fencedProcess.sendMessage({}, Buffer.alloc(0));
      const expected = (await canRestoreWeight()) ? weights.ordinary : weights.behind;
      expect(String((await fencedProcess.nextMessage())?.bytes)).toBe(String(expected));
    } finally {
      await fencedProcess.end();
    }
  });

  test('starts at the usual priority if the machine does not allow to raise it later', async () => {
    const script = programSending("require('node:os').getPriority()");
    const neverWanted = new AbortController().signal;
    const program = [process.execPath, '-e', script];
    const fencedProcess = await FencedProcess.start({ ...options, program, yields: false }, neverWanted);
    try {
      expect(String((await fencedProcess.nextMessage())?.bytes)).toBe(String(weights.ordinary));
    } finally {
      await fencedProcess.end();
    }
  });
});

test('a file is limited to the size of the work folder, even where the folder itself has no limit', async () => {
  const script = programSending(`(() => {
    process.on('SIGXFSZ', () => {});
    const file = fs.openSync(process.env.TMPDIR + '/large', 'w');
    try {
      fs.writeSync(file, 'x', ${limits.workFolderBytes});
      return 'written';
    } catch (error) {
      return error.code;
    }
  })()`);
  const fencedProcess = await FencedProcess.start({ ...options, program: [process.execPath, '-e', script] });
  try {
    expect(String((await fencedProcess.nextMessage())?.bytes)).toBe('EFBIG');
  } finally {
    await fencedProcess.end();
  }
});

async function foldersOfOurs(): Promise<string[]> {
  return (await readdir('/dev/shm')).filter((name) => name.startsWith(`sixpence-fence-${process.pid}-`));
}

async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // A zombie stays until its parent reads its status.
  return stat !== undefined && !stat.includes(') Z ');
}
