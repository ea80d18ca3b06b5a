import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { GatewayLink } from './gateway-link.js';
import { Questions, Unanswered } from './questions.js';

const panelSessionId = randomUUID();
const ended = { status: 'refused', code: 'panel-session.ended', message: 'ended' } as const;
const failed = { status: 'failed', message: 'the database is away' } as const;
const report = {
  printerId: randomUUID(),
  ...{ state: 'idle' as const, reasons: [], accepting: true, color: true, duplex: true },
  ...{ formats: [], makeAndModel: '' },
};

let questions: Questions;
let sent: { id: number; name: string }[];
const send = (frame: string) => void sent.push(JSON.parse(frame) as { id: number; name: string });

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
  questions = new Questions();
  sent = [];
});
afterEach(() => {
  jest.useRealTimers();
});

const ask = (deadlineMs = Infinity) =>
  questions.askCore('list', { panelSessionId }, deadlineMs).catch((error: unknown) => error);

test('two concurrent requests get their own answers, in any order', async () => {
  questions.connected(send);
  const [first, second] = [ask(), ask()];
  questions.takeAnswer(2, { ...ended, message: 'second' });
  questions.takeAnswer(1, { ...ended, message: 'first' });
  expect([await first, await second]).toMatchObject([{ message: 'first' }, { message: 'second' }]);
});

test('waiting requests are sent oldest first, and an answered one not again', async () => {
  const [first] = [ask(), ask(), ask()];
  questions.connected(send);
  expect(sent.map(({ id }) => id)).toEqual([1, 2, 3]);
  questions.takeAnswer(1, ended);
  await first;
  questions.disconnected();
  sent = [];
  questions.connected(send);
  expect(sent.map(({ id }) => id)).toEqual([2, 3]);
});

test('a printer report is not queued while core is away', async () => {
  const failure = await questions.askCore('printer', report, Infinity).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unanswered);
  questions.connected(send);
  expect(sent).toEqual([]);
});

test('a thousand requests are queued, and the next one is refused', async () => {
  for (let count = 0; count < 1_000; count += 1) void ask();
  expect(await ask()).toBeInstanceOf(Unanswered);
  questions.connected(send);
  expect(sent).toHaveLength(1_000);
  questions.takeAnswer(1, ended);
  await Promise.resolve();
  await jest.advanceTimersByTimeAsync(0);
  void ask();
  expect(sent).toHaveLength(1_001);
});

test('a request that core answers with `failed` is repeated after growing pauses, until another answer', async () => {
  questions.connected(send);
  const answer = ask();
  questions.takeAnswer(1, failed);
  await jest.advanceTimersByTimeAsync(499);
  expect(sent).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  questions.takeAnswer(1, failed);
  await jest.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(3);
  questions.takeAnswer(1, failed);
  questions.takeAnswer(1, ended);
  expect(await answer).toEqual(ended);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(3);
});

test('a request that core answers with `failed` each time is repeated every ten seconds in the end', async () => {
  questions.connected(send);
  void ask();
  for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
    questions.takeAnswer(1, failed);
    const before = sent.length;
    await jest.advanceTimersByTimeAsync(waitMs - 1);
    expect(sent).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(before + 1);
  }
});

test('a request that core answered with `failed` before the link was lost waits for the next link', async () => {
  questions.connected(send);
  void ask();
  questions.takeAnswer(1, failed);
  questions.disconnected();
  sent = [];
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  questions.connected(send);
  expect(sent.map(({ id }) => id)).toEqual([1]);
});

test('a request without a deadline of its own waits twenty seconds for core', async () => {
  const credentials = { agentId: randomUUID(), prove: () => '' };
  const log = pino({ level: 'silent' });
  const link = new GatewayLink({ coreUrl: 'http://core', credentials, version: '', log });
  let failure: unknown;
  link.askCore('list', { panelSessionId }).catch((error: unknown) => (failure = error));
  await jest.advanceTimersByTimeAsync(19_999);
  expect(failure).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(failure).toBeInstanceOf(Unanswered);
});

test('an answer after its deadline is ignored', async () => {
  questions.connected(send);
  const unanswered = ask(1_000);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await unanswered).toBeInstanceOf(Unanswered);
  expect(() => questions.takeAnswer(1, ended)).not.toThrow();
  expect(() => questions.takeAnswer(7, failed)).not.toThrow();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});

test('an agent that stops fails every waiting request', async () => {
  const waiting = [ask(), ask()];
  questions.close();
  for (const outcome of waiting) expect(await outcome).toBeInstanceOf(Unanswered);
});
