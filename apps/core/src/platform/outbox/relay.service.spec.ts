import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Messaging } from '@sixpence/messaging/messaging';
import { pino } from 'pino';
import { answeredDatabase } from '../database/testing/answered-database.js';
import { NewsService } from '../news/news.service.js';
import { OutboxService } from './outbox.service.js';
import { RelayService } from './relay.service.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const sweep = async () => {
  jest.advanceTimersByTime(1_000);
  await settled();
};
const settled = async () => {
  for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};
const named = (count: number, prefix = 'f') => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

/** A started relay whose database answers each read of the outbox with the next batch of ids. */
function aRelay({ isNews = true, isNewStream = false, publishedBefore = 0 } = {}) {
  const batches: string[][] = [];
  const seen = {
    compared: 0,
    reads: 0,
    published: [] as string[],
    sent: [] as unknown[],
    delayed: [] as unknown[],
    news: [] as unknown[],
    log: [] as unknown[],
  };
  const query = (text: string, values: unknown[]) => {
    if (text.startsWith('UPDATE outbox SET published_at = clock')) seen.sent.push(...(values[0] as []));
    if (text.startsWith('UPDATE outbox SET tries')) seen.delayed.push(...(values[1] as []));
    if (text.startsWith('INSERT INTO outbox_stream')) {
      seen.compared += 1;
      if (isNewStream) return Promise.resolve({ rows: [{ created: 'now' }], rowCount: 1 });
    }
    if (text.startsWith('UPDATE outbox SET published_at = NULL'))
      return Promise.resolve({ rows: [], rowCount: publishedBefore });
    if (!text.startsWith('SELECT')) return Promise.resolve({ rows: [], rowCount: 0 });
    seen.reads += 1;
    const rows = (batches.shift() ?? []).map((id) => ({
      id,
      subject: 'print.agent.revoked',
      body: { agentId: id },
      is_news: isNews,
    }));
    return Promise.resolve({ rows });
  };
  const messaging = {
    ensureStream: jest.fn(() => Promise.resolve('now')),
    publish: jest.fn((_subject: string, _body: object, id: string): Promise<void> => {
      if (id.startsWith('bad')) return Promise.reject(new Error('no space'));
      seen.published.push(id);
      return Promise.resolve();
    }),
  };
  const outbox = new OutboxService();
  const news = new NewsService();
  news.publishThrough((kind, body) => void seen.news.push([kind, body]));
  const relay = new RelayService(
    answeredDatabase(query),
    messaging as unknown as Messaging,
    outbox,
    news,
    pino(
      { level: 'info' },
      {
        write(line: string) {
          const { level, msg, waiting, stream } = JSON.parse(line) as Record<string, unknown>;
          seen.log.push({ level, msg, waiting, stream });
        },
      },
    ),
  );
  relay.onApplicationBootstrap();
  return { relay, outbox, messaging, batches, seen };
}

test('waiting facts are published at start, after a commit, and each second', async () => {
  const { outbox, batches, seen } = aRelay();
  batches.push(['start']);
  await settled();
  batches.push(['commit']);
  outbox.wake();
  await settled();
  batches.push(['sweep']);
  await settled();
  expect(seen.published).toEqual(['start', 'commit']);
  await sweep();
  expect(seen.published).toEqual(['start', 'commit', 'sweep']);
});

test('the stream is compared with the stored one once, and again when the stream is new', async () => {
  const { messaging, seen } = aRelay();
  await settled();
  await sweep();
  expect(seen.compared).toBe(1);
  messaging.ensureStream.mockReturnValue(Promise.resolve('later'));
  await sweep();
  await sweep();
  expect(seen.compared).toBe(2);
});

test.each([
  [0, { level: 30, msg: 'the stream is new; the outbox has no published facts' }],
  [7, { level: 40, msg: 'the stream is new; all facts of the outbox are published again' }],
])('a new stream is a warning only if facts are published again: %i', async (publishedBefore, line) => {
  const { seen } = aRelay({ isNewStream: true, publishedBefore });
  await settled();
  expect(seen.log).toEqual([expect.objectContaining(line)]);
});

test('two commits during a run cause one more run right after it', async () => {
  const { outbox, messaging, batches, seen } = aRelay();
  await settled();
  let confirm: () => void = () => undefined;
  messaging.publish.mockReturnValueOnce(new Promise((resolve) => (confirm = resolve)));
  batches.push(['slow']);
  outbox.wake();
  await settled();
  batches.push(['later']);
  outbox.wake();
  outbox.wake();
  await settled();
  expect(seen.published).toEqual([]);
  confirm();
  await settled();
  expect([seen.published, seen.reads]).toEqual([['later'], 3]);
});

test('sent facts of a batch are marked and published as news, and failed facts are delayed', async () => {
  const { batches, seen } = aRelay();
  batches.push(['a', 'bad', 'b']);
  await settled();
  expect(seen).toMatchObject({
    sent: ['a', 'b'],
    delayed: ['bad'],
    news: [
      ['box.revoked', { agentId: 'a' }],
      ['box.revoked', { agentId: 'b' }],
    ],
  });
});

test('a batch that was not sent completely is logged with the number of waiting facts', async () => {
  const { batches, seen } = aRelay();
  batches.push(['a', 'bad one', 'bad two']);
  await settled();
  const msg = 'publishing facts failed; they will be retried';
  expect(seen.log).toEqual([{ level: 40, msg, waiting: 2 }]);
});

test('old facts are published, but not as news', async () => {
  const { batches, seen } = aRelay({ isNews: false });
  batches.push(['old']);
  await settled();
  expect(seen).toMatchObject({ sent: ['old'], news: [], delayed: [] });
});

test.each([
  ['a full batch', ['bad', ...named(99)], 2],
  ['a batch that is not full', named(99), 1],
  ['a full batch that failed', named(100, 'bad'), 1],
])(
  'after %s the relay reads the next batch only if the batch was full and did not fail as a whole',
  async (_, batch, reads) => {
    const { batches, seen } = aRelay();
    batches.push(batch);
    await settled();
    expect(seen.reads).toBe(reads);
    await sweep();
    expect(seen.reads).toBe(reads + 1);
  },
);

test('after a run that fails the next sweep publishes', async () => {
  const { outbox, messaging, batches, seen } = aRelay();
  await settled();
  messaging.ensureStream.mockRejectedValueOnce(new Error('NATS is down'));
  batches.push(['kept']);
  outbox.wake();
  await settled();
  expect(seen.published).toEqual([]);
  expect(seen.log).toEqual([{ level: 40, msg: 'publishing the outbox failed; the next sweep retries' }]);
  await sweep();
  expect(seen.published).toEqual(['kept']);
});

test('a stop waits for the running batch, and nothing is published after it', async () => {
  const { relay, outbox, messaging, batches, seen } = aRelay();
  let confirm: () => void = () => undefined;
  messaging.publish.mockReturnValueOnce(new Promise((resolve) => (confirm = resolve)));
  batches.push(named(100), ['too late']);
  await settled();
  outbox.wake();
  let isStopped = false;
  const stopped = relay.onModuleDestroy().then(() => (isStopped = true));
  await settled();
  expect(isStopped).toBe(false);
  confirm();
  await stopped;
  outbox.wake();
  await sweep();
  expect(seen.sent).toEqual(named(100));
  expect(seen.reads).toBe(1);
});
