import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { until } from '@sixpence/config/testing/until';
import { Refusal } from '@sixpence/contracts/refusals';
import { pino } from 'pino';
import { Consumption, type Consumer, type Failure } from './consumption.js';
import { ackWaitSeconds, maxTries } from './work.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const fact = { documentId: randomUUID(), revision: 1, ownerId: randomUUID(), mediaType: 'application/pdf' };

/** A server with a few messages; it records each acknowledgement with its time. */
class Server {
  readonly acknowledgements: { word: string; at: number }[] = [];
  private readonly waiting: object[];

  /** @param delivery the number of this delivery */
  constructor(delivery = 1, payloads: readonly string[] = [JSON.stringify(fact)]) {
    const reply = `$JS.ACK.stream.consumer.${delivery}.7.7.0.0`;
    this.waiting = payloads.map((payload) => ({
      ...{ subject: 'print.conversion.due', reply },
      json: (): unknown => JSON.parse(payload),
      string: () => payload,
    }));
  }

  publish(_subject: string, word: string): void {
    this.acknowledgements.push({ word, at: Date.now() });
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

  const startedAt = Date.now();
  consumption.start();
  await jest.advanceTimersByTimeAsync(6 * ackWaitSeconds * 1_000);
  finish();
  await jest.advanceTimersByTimeAsync(0);

  expect(server.acknowledgements.at(-1)?.word).toBe('+ACK');
  expect(new Set(server.acknowledgements.slice(0, -1).map(({ word }) => word))).toEqual(new Set(['+WPI']));
  const times = [startedAt, ...server.acknowledgements.map(({ at }) => at)];
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
  expect(server.acknowledgements.map(({ word }) => word)).toEqual([expect.stringMatching(/^-NAK/)]);
  expect(isStopped).toBe(true);
});

test.each([
  ['handled in its last try', maxTries, ['handled']],
  ['given up without handling when the last try ended its process', maxTries + 1, ['given up']],
])('a message is %s', async (_, delivery, expected) => {
  const server = new Server(delivery);
  const outcomes: string[] = [];
  const note = (what: string) => () => {
    outcomes.push(what);
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
  expect(outcomes).toEqual(expected);
  expect(server.acknowledgements.map(({ word }) => word)).toEqual(['+ACK']);
  const stopped = consumption.stop();
  await jest.advanceTimersByTimeAsync(1_000);
  await stopped;
});

type Due = Consumer<'print.conversion.due'>;

/** A started consumption of this server's messages. It stops before the test ends. */
function consuming(
  server: Server,
  own: Partial<Due> = {},
): AsyncDisposable & { givenUp: [unknown, Failure][] } {
  const givenUp: [unknown, Failure][] = [];
  const consumer: Due = {
    durable: 'converter-convert-revision',
    subject: 'print.conversion.due',
    handle: () => Promise.resolve(),
    giveUp: (...what) => {
      givenUp.push(what);
      return Promise.resolve();
    },
    ...own,
  };
  const consumption = new Consumption(consumer, surroundingsOf(server));
  consumption.start();
  return {
    givenUp,
    [Symbol.asyncDispose]: async () => {
      const stopped = consumption.stop();
      await jest.advanceTimersByTimeAsync(2_000);
      await stopped;
    },
  };
}

const failing = (error: Error) => () => Promise.reject(error);
const words = ({ acknowledgements }: Server) => acknowledgements.map(({ word }) => word);
const nakAfter = (seconds: number) => `-NAK {"delay":${seconds * 1_000_000_000}}`;

test.each([
  [1, new Error('damaged'), nakAfter(0.25), 0],
  [2, new Error('damaged'), nakAfter(1), 0],
  [maxTries, new Error('damaged'), '+ACK', 1],
  [1, new Refusal('storage.unknown'), '+ACK', 1],
])('try %d that fails by "%s" is answered %s', async (delivery, error, answer, givenUp) => {
  const server = new Server(delivery);
  await using consumption = consuming(server, { handle: failing(error) });
  await jest.advanceTimersByTimeAsync(0);
  expect(words(server)).toEqual([answer]);
  const failure = {
    ...{ error, tries: delivery, subject: 'print.conversion.due', durable: 'converter-convert-revision' },
    payload: JSON.stringify(fact),
  };
  expect(consumption.givenUp).toEqual(givenUp === 0 ? [] : [[fact, failure]]);
});

test.each(['{"documentId":', '{}'])(
  'a message with the body %s is given up at its first try, without calling its handler',
  async (payload) => {
    const server = new Server(1, [payload]);
    const handle = jest.fn(() => Promise.resolve());
    await using consumption = consuming(server, { handle });
    await jest.advanceTimersByTimeAsync(0);
    expect(consumption.givenUp).toEqual([[undefined, expect.objectContaining({ payload, tries: 1 })]]);
    expect([handle.mock.calls.length, words(server)]).toEqual([0, ['+ACK']]);
  },
);

test('a message that cannot be given up is redelivered after five seconds', async () => {
  const server = new Server(maxTries);
  const fails = failing(new Error('no'));
  await using consumption = consuming(server, { handle: fails, giveUp: fails });
  await jest.advanceTimersByTimeAsync(0);
  expect([words(server), consumption.givenUp]).toEqual([[nakAfter(5)], []]);
});

/** The consumption pauses by a real timer, which takes a second. */
const untilAcknowledged = (server: Server) =>
  until(async () => {
    await jest.advanceTimersByTimeAsync(0);
    return server.acknowledgements.length > 0;
  });

test.each([
  ['handling', 1, { giveUp: failing(new Error('no')) }],
  ['giving up', maxTries + 1, { handle: failing(new Error('no')) }],
] as const)(
  'after an outage while %s a message, the call is repeated and the message is acknowledged',
  async (_, delivery, others) => {
    const server = new Server(delivery);
    let calls = 0;
    const away = () => (++calls < 2 ? Promise.reject(new Error('away')) : Promise.resolve());
    const isOutage = (error: unknown) => error instanceof Error && error.message === 'away';
    const own = 'handle' in others ? { giveUp: away } : { handle: away };
    await using consumption = consuming(server, { ...others, ...own, isOutage });
    await untilAcknowledged(server);
    expect([calls, words(server), consumption.givenUp]).toEqual([2, ['+ACK'], []]);
  },
);

test.each([
  [600_000, 3, '+ACK'],
  [600_001, 2, nakAfter(0.25)],
])(
  'after an outage of %d ms the handler has been called %d times, and the answer is %s',
  async (ms, calls, answer) => {
    const server = new Server();
    const startedAt = Date.now();
    let now = startedAt;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    let called = 0;
    const handle = () => {
      called += 1;
      if (called === 2) now = startedAt + ms;
      return called < 3 ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    await using consumption = consuming(server, { handle, isOutage: () => true });
    await untilAcknowledged(server);
    expect([called, words(server), consumption.givenUp]).toEqual([calls, [answer], []]);
  },
);

test.each([
  [undefined, 1],
  [2, 2],
])('with a concurrency of %s, %d messages are handled at the same time', async (concurrency, atOnce) => {
  const server = new Server(1, Array<string>(4).fill(JSON.stringify(fact)));
  const ends: (() => void)[] = [];
  const handle = () => new Promise<void>((resolve) => ends.push(resolve));
  await using consumption = consuming(server, { handle, ...(concurrency !== undefined && { concurrency }) });
  const begunCounts = [];
  for (let round = 0; round < 3; round += 1) {
    await jest.advanceTimersByTimeAsync(0);
    begunCounts.push(ends.length);
    ends[round]!();
  }
  expect(begunCounts).toEqual([atOnce, atOnce + 1, atOnce + 2]);
  await jest.advanceTimersByTimeAsync(0);
  for (const end of ends) end();
  expect(consumption.givenUp).toEqual([]);
});
