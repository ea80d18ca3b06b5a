import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { SMTPServerDataStream } from 'smtp-server';
import type { CoreClient } from './core-client.js';
import { Deliveries } from './delivery.js';
import { limits } from './limits.js';
import { NameServers } from './names.js';
import { ReaderTrouble, type Readers } from './readers.js';
import type { Reply } from './reply.js';
import { Spool } from './spool.js';

const proven = { seen: { is: 'proven', sender: 'anna@example.com', digest: '00' } } as const;
const forged = { seen: { is: 'unproven' } } as const;
const told = { left: new AbortController().signal, proven: () => undefined };
const envelope = { ip: '127.0.0.1', helo: 'a', sender: 'anna@example.com', recipient: 'print@b' };

let within: string;
beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'delivery-'));
});
afterEach(() => {
  rmSync(within, { recursive: true });
});

function deliveriesWith(answer: Readers['ask'], spool = new Spool(within)) {
  return new Deliveries({
    spool,
    readers: { ask: answer },
    names: new NameServers([]),
    core: { welcome: () => Promise.resolve() } as unknown as CoreClient,
    site: 'https://print.example.com',
    logger: pino({ level: 'silent' }),
  });
}

const aMail = () => Readable.from([Buffer.from('From: anna@example.com\r\n')]) as SMTPServerDataStream;

describe('a mail without an answer from its reader', () => {
  test.each([
    ['452 stays with its sender', { failed: 'ENOSPC', isFull: true }, 452],
    ['554 cannot be read, today or tomorrow', { failed: 'a bug', isFull: false }, 554],
  ] as const)('%s', async (_what, answer, responseCode) => {
    const deliveries = deliveriesWith(({ task }) => Promise.resolve(task === 'look' ? proven : answer));
    await expect(deliveries.take(aMail(), envelope, told)).rejects.toMatchObject({ responseCode });
  });

  test.each([
    ['554 needed too much of the processor before its sender was proven', true, 554],
    ['451 had a reader that ended', false, 451],
  ])('%s', async (_what, isTooMuch, responseCode) => {
    const deliveries = deliveriesWith(() => Promise.reject(new ReaderTrouble('ended', isTooMuch)));
    await expect(deliveries.take(aMail(), envelope, told)).rejects.toMatchObject({ responseCode });
  });
});

test('a mail whose sender has left is not examined further', async () => {
  const leaving = new AbortController();
  let asked = 0;
  const deliveries = deliveriesWith(() => {
    asked += 1;
    leaving.abort(new Error('gone'));
    return Promise.resolve({ asks: [{ name: 'example.com', type: 'TXT' }] });
  });
  const told = { left: leaving.signal, proven: () => undefined };
  await expect(deliveries.take(aMail(), envelope, told)).rejects.toMatchObject({ responseCode: 451 });
  expect(asked).toBe(1);
});

test('a mail whose sender leaves during reading is answered with 451', async () => {
  const leaving = new AbortController();
  const deliveries = deliveriesWith(({ task }) => {
    if (task === 'look') return Promise.resolve(proven);
    leaving.abort(new Error('gone'));
    return Promise.reject(new Error('gone'));
  });
  const told = { left: leaving.signal, proven: () => undefined };
  await expect(deliveries.take(aMail(), envelope, told)).rejects.toMatchObject({ responseCode: 451 });
});

test('a waiting mail is removed from a full spool with 421, so that its sender retries', async () => {
  let waits = () => {};
  const waiting = new Promise<void>((resolve) => (waits = resolve));
  const spool = new Spool(within);
  const deliveries = deliveriesWith(
    (_question, { over }) =>
      new Promise((_resolve, reject) => {
        over.addEventListener('abort', () => reject(over.reason as Error), { once: true });
        waits();
      }),
    spool,
  );
  const said = deliveries.take(aMail(), envelope, told);
  await waiting;
  const stored = spool.take('198.51.100.1', () => undefined);
  stored.isProven();
  stored.grow(limits.spoolBytes);
  await expect(said).rejects.toMatchObject({ responseCode: 421 });
});

test('ten mails are read at a time; a mail of an unproven sender does not wait for them', async () => {
  let apart = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const deliveries = deliveriesWith(async (question) => {
    if (question.task === 'look') return question.envelope.sender === 'eve@example.com' ? forged : proven;
    apart += 1;
    await finished;
    return { failed: 'a bug', isFull: false };
  });
  const taken = Array.from({ length: limits.mailsAtOnce + 1 }, () =>
    deliveries.take(aMail(), envelope, told).catch(() => 'answered'),
  );
  while (apart < limits.mailsAtOnce) await new Promise(setImmediate);
  const forgedMail = deliveries.take(aMail(), { ...envelope, sender: 'eve@example.com' }, told);
  await expect(forgedMail).rejects.toMatchObject({ responseCode: 550 });
  expect(apart).toBe(limits.mailsAtOnce);
  finish();
  await Promise.all(taken);
  expect(apart).toBe(limits.mailsAtOnce + 1);
});

describe('the pace of a mail', () => {
  let written = 0;
  let stream: PassThrough;
  let said: Promise<unknown>;
  beforeEach(() => {
    // Files and streams run at their usual pace.
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'Date', 'performance'],
    });
    written = 0;
    stream = new PassThrough();
    const mail = {
      ...{ folder: within, file: join(within, 'mail') },
      grow: (bytes: number) => (written += bytes),
      ...{ hasCome: () => undefined, isProven: () => undefined, free: () => Promise.resolve() },
    };
    const spool = { take: () => mail } as unknown as Spool;
    said = deliveriesWith(() => Promise.resolve(forged), spool)
      .take(stream as unknown as SMTPServerDataStream, envelope, told)
      .catch((error: unknown) => (error as Reply).responseCode);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Sends this many lines of 1 KB, then ends the interval. */
  async function stretch(lines: number): Promise<void> {
    const before = written;
    stream.write(`${'a'.repeat(1_022)}\r\n`.repeat(lines));
    while (written < before + lines * 1_024 && !stream.destroyed) await new Promise(setImmediate);
    jest.advanceTimersByTime(limits.paceMs);
  }
  const first = limits.paceBytes / 1_024;

  test('must rise with its age: a slow mail is cut off', async () => {
    await stretch(first);
    expect(stream.destroyed).toBe(false);
    await stretch(first);
    expect(await said).toBe(421);
  });

  test('may be slow at first, if it rises', async () => {
    for (let number = 1; number <= 6; number += 1) await stretch(number * first);
    expect(stream.destroyed).toBe(false);
    stream.end();
    expect(await said).toBe(550);
  });
});
