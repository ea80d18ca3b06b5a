import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import { Consumption } from './consumption.js';
import { ackWaitSeconds, maxTries } from './work.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const fact = { documentId: randomUUID(), revision: 1, ownerId: randomUUID(), mediaType: 'application/pdf' };

/** A server with one message; it records each acknowledgement with its time. */
class Server {
  readonly told: { word: string; at: number }[] = [];
  private readonly waiting: object[];

  /** @param delivery the number of this delivery */
  constructor(delivery = 1) {
    const reply = `$JS.ACK.stream.consumer.${delivery}.7.7.0.0`;
    const string = () => JSON.stringify(fact);
    this.waiting = [{ subject: 'print.conversion.due', reply, json: () => fact, string }];
  }

  publish(_subject: string, word: string): void {
    this.told.push({ word, at: Date.now() });
  }

  async request(subject: string, word: string): Promise<Msg> {
    if (subject.startsWith('$JS.ACK')) {
      this.publish(subject, word);
      return {} as Msg;
    }
    const message = this.waiting.shift();
    if (message) return message as Msg;
    return new Promise((resolve) => {
      setTimeout(() => {
        resolve({ headers: { code: 408 } } as Msg);
      }, 1_000);
    });
  }
}

const surroundingsOf = (server: Server) => ({
  connection: Promise.resolve(server as unknown as NatsConnection),
  logger: pino({ level: 'silent' }),
  onStreamMissing: () => Promise.resolve(),
});

test('a long-running handler extends its acknowledgement deadline', async () => {
  const server = new Server();
  let finish = () => {};
  const working = new Promise<void>((resolve) => (finish = resolve));
  const consumer = {
    durable: 'converter-convert-revision',
    subject: 'print.conversion.due',
    handle: () => working,
    giveUp: () => Promise.resolve(),
  } as const;
  const consumption = new Consumption(consumer, surroundingsOf(server));

  const begun = Date.now();
  consumption.start();
  await jest.advanceTimersByTimeAsync(6 * ackWaitSeconds * 1_000);
  finish();
  await jest.advanceTimersByTimeAsync(0);

  expect(server.told.at(-1)?.word).toBe('+ACK');
  expect(new Set(server.told.slice(0, -1).map(({ word }) => word))).toEqual(new Set(['+WPI']));
  const times = [begun, ...server.told.map(({ at }) => at)];
  const silences = times.slice(1).map((at, index) => at - times[index]!);
  expect(Math.max(...silences)).toBeLessThan(ackWaitSeconds * 1_000);

  const stopped = consumption.stop();
  await jest.advanceTimersByTimeAsync(1_000);
  await stopped;
});

test('a message that fails by an outage is handed back when the process stops', async () => {
  const server = new Server();
  let fail = () => {};
  const working = new Promise<void>((_, reject) => {
    fail = () => {
      reject(new Error('away'));
    };
  });
  const consumption = new Consumption(
    {
      durable: 'converter-convert-revision',
      subject: 'print.conversion.due',
      handle: () => working,
      giveUp: () => Promise.resolve(),
      isOutage: () => true,
    },
    surroundingsOf(server),
  );
  consumption.start();
  await jest.advanceTimersByTimeAsync(0);
  let isStopped = false;
  void consumption.stop().then(() => (isStopped = true));
  fail();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(server.told.map(({ word }) => word)).toEqual([expect.stringMatching(/^-NAK/)]);
  expect(isStopped).toBe(true);
});

test.each([
  ['handled in its last try', maxTries, ['handled']],
  ['given up unhandled when the last try ended its process', maxTries + 1, ['given up']],
])('a message is %s', async (_, delivery, expected) => {
  const server = new Server(delivery);
  const done: string[] = [];
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const consumption = new Consumption(
    {
      durable: 'converter-convert-revision',
      subject: 'print.conversion.due',
      handle: note('handled'),
      giveUp: note('given up'),
    },
    surroundingsOf(server),
  );
  consumption.start();
  await jest.advanceTimersByTimeAsync(0);
  expect(done).toEqual(expected);
  expect(server.told.map(({ word }) => word)).toEqual(['+ACK']);
  const stopped = consumption.stop();
  await jest.advanceTimersByTimeAsync(1_000);
  await stopped;
});
