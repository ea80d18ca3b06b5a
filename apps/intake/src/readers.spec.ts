import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { Readers, type Work } from './readers.js';
import type { Question } from './reading/main.js';

/**
 * Uses the processor for the milliseconds in the file name, then sleeps for the milliseconds in the folder
 * name, and answers with facts about itself. It ends when the file name is no number. If the folder is a
 * path, it closes its channel, creates a file with this path, and does not end.
 */
const program = `
let channelClosed;
process.on('message', ({ file, folder }) => {
  if (folder.startsWith('/')) {
    process.send({ failed: 'answered', isFull: false }, () => process.disconnect());
    channelClosed = folder;
    return;
  }
  if (file === 'NaN') process.exit();
  const busyMs = Number(file);
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < busyMs * 1000) for (let work = 0; work < 1e5; work += 1);
  const { pid, argv, execArgv } = process;
  const facts = { pid, settings: JSON.parse(argv[2]), execArgv, environment: Object.keys(process.env) };
  setTimeout(() => process.send({ failed: 'answered', isFull: false, ...facts }), Number(folder));
});
process.on('disconnect', () => {
  if (channelClosed === undefined) process.exit(0);
  process.getBuiltinModule('fs').writeFileSync(channelClosed, '');
  setInterval(() => {}, 1e6);
});
`;

let folder: string;
let readers: Readers;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readers-'));
  writeFileSync(join(folder, 'program.mjs'), program);
  readers = new Readers(1, { sealers: ['a.example'] }, join(folder, 'program.mjs'));
});
afterEach(() => {
  readers.close();
  rmSync(folder, { recursive: true });
});

const question = (busyMs: number, asleepMs = 0): Question => ({
  task: 'take-apart',
  file: String(busyMs),
  folder: String(asleepMs),
});
const work = (leftMs: number, deadline = new AbortController().signal): Work => ({
  network: '192.0.2.1',
  time: { leftMs },
  cancelled: deadline,
  deadline,
});

test('a mail that exceeds its processor time fails, and the next one is read', async () => {
  await expect(readers.readMail(question(60_000), work(300))).rejects.toMatchObject({ isOverBudget: true });
  expect(await readers.readMail(question(0), work(60_000))).toMatchObject({ failed: 'answered' });
});

test('idle time of a reader is not counted', async () => {
  // The first question also starts the process.
  await readers.readMail(question(0), work(60_000));
  expect(await readers.readMail(question(0, 1_500), work(1_000))).toMatchObject({ failed: 'answered' });
});

test('used time is subtracted for the next question about the same mail', async () => {
  const { time, ...others } = work(60_000);
  await readers.readMail(question(500), { time, ...others });
  expect(time.leftMs).toBeLessThanOrEqual(59_500);
  time.leftMs = 0;
  await expect(readers.readMail(question(500), { time, ...others })).rejects.toMatchObject({
    isOverBudget: true,
  });
});

test('a sender that disconnects ends no reader, and does not wait for one', async () => {
  const disconnecting = new AbortController();
  const busy = readers.readMail(question(0, 500), { ...work(60_000), cancelled: disconnecting.signal });
  const waiting = readers.readMail(question(0), { ...work(60_000), cancelled: disconnecting.signal });
  // The reader has its question.
  await new Promise(setImmediate);
  disconnecting.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(await busy).toMatchObject({ failed: 'answered' });
});

test('a sender that disconnects at the moment when a reader becomes free gets no reader', async () => {
  const disconnecting = new AbortController();
  const busy = readers.readMail(question(0), work(60_000));
  const waiting = readers.readMail(question(0), { ...work(60_000), cancelled: disconnecting.signal });
  await busy.then(() => disconnecting.abort(new Error('gone')));
  await expect(waiting).rejects.toThrow('gone');
  expect(await readers.readMail(question(0), work(60_000))).toMatchObject({ failed: 'answered' });
});

test('a reader that never answers is ended at its deadline', async () => {
  const deadline = new AbortController();
  const reading = readers.readMail(question(0, 3_600_000), work(60_000, deadline.signal));
  const waiting = readers.readMail(question(0), work(60_000, deadline.signal));
  // The reader has its question.
  await new Promise(setImmediate);
  deadline.abort(new Error('too late'));
  await expect(reading).rejects.toMatchObject({ name: 'ReaderFailure', isOverBudget: false });
  await expect(waiting).rejects.toThrow('too late');
  expect(await readers.readMail(question(0), work(60_000))).toMatchObject({ failed: 'answered' });
});

/** The process of the reader. */
async function pid(): Promise<number> {
  return ((await readers.readMail(question(0), work(60_000))) as unknown as { pid: number }).pid;
}

test('a reader gets its settings and no secret, and its memory is limited', async () => {
  expect(await readers.readMail(question(0), work(60_000))).toMatchObject({
    settings: { sealers: ['a.example'] },
    environment: [],
    execArgv: expect.arrayContaining(['--max-old-space-size=256']),
  });
});

test('the limits of a mail no longer count once it is read', async () => {
  const deadline = new AbortController();
  const first = await pid();
  await readers.readMail(question(0), work(100, deadline.signal));
  const busy = readers.readMail(question(400, 200), work(60_000));
  deadline.abort(new Error('too late'));
  expect(await busy).toMatchObject({ failed: 'answered', pid: first });
  // The earlier mail's processor time is not counted either.
  expect(await readers.readMail(question(0, 200), work(300))).toMatchObject({
    failed: 'answered',
    pid: first,
  });
});

test('a reader is replaced after five hundred questions', async () => {
  const first = await pid();
  for (let count = 2; count < 500; count += 1) await readers.readMail(question(0), work(60_000));
  expect(await pid()).toBe(first);
  expect(await pid()).not.toBe(first);
});

test('a reader that ends during a mail, or before it, fails one mail, and is replaced', async () => {
  const ended = { name: 'ReaderFailure', isOverBudget: false, message: expect.stringContaining('ended') };
  await expect(readers.readMail(question(NaN), work(60_000))).rejects.toMatchObject(ended);
  process.kill(await pid(), 'SIGKILL');
  await expect(readers.readMail(question(0, 3_600_000), work(60_000))).rejects.toMatchObject(ended);
  expect(await readers.readMail(question(0), work(60_000))).toMatchObject({ failed: 'answered' });
});

test('a reader whose channel has closed fails one mail, and is ended and replaced', async () => {
  const first = await pid();
  const channelClosed = join(folder, 'channelClosed');
  await readers.readMail({ task: 'take-apart', file: '0', folder: channelClosed }, work(60_000));
  await until(() => existsSync(channelClosed));
  await new Promise(setImmediate);
  await expect(readers.readMail(question(0), work(60_000))).rejects.toMatchObject({ name: 'ReaderFailure' });
  expect(await pid()).not.toBe(first);
  await until(() => !existsSync(`/proc/${first}`));
});

test('a reader that cannot be started fails one mail, and is replaced', async () => {
  const { execPath } = process;
  process.execPath = join(folder, 'no-such-program');
  const broken = new Readers(1, { sealers: [] }, join(folder, 'program.mjs'));
  process.execPath = execPath;
  await expect(broken.readMail(question(0), work(60_000))).rejects.toMatchObject({ name: 'ReaderFailure' });
  expect(await broken.readMail(question(0), work(60_000))).toMatchObject({ failed: 'answered' });
  broken.close();
});

test('a reader that has ended before its mail fails this mail, and is replaced', async () => {
  const first = await pid();
  process.kill(first, 'SIGKILL');
  await until(() => !existsSync(`/proc/${first}`));
  await new Promise(setImmediate);
  await expect(readers.readMail(question(0), work(60_000))).rejects.toMatchObject({ name: 'ReaderFailure' });
  expect(await pid()).not.toBe(first);
});

test('readers work at the same time, one mail each, and end when they are closed', async () => {
  const two = new Readers(2, { sealers: [] }, join(folder, 'program.mjs'));
  const both = await Promise.all([1, 2].map(() => two.readMail(question(0, 200), work(60_000))));
  const pids = both.map((answer) => (answer as unknown as { pid: number }).pid);
  expect(new Set(pids).size).toBe(2);
  two.close();
  await until(() => !pids.some((each) => existsSync(`/proc/${each}`)));
});
