import { expect, test } from '@jest/globals';
import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { makeRoom } from './room.js';

const full = { state: { bytes: 80, first_seq: 11, last_seq: 90 }, config: { max_bytes: 100 } } as StreamInfo;
const consumer = (name: string, pending: number, unacknowledged = 0) =>
  ({
    name,
    num_pending: pending,
    num_ack_pending: unacknowledged,
    delivered: { stream_seq: 50 },
    ack_floor: { stream_seq: 40 },
  }) as ConsumerInfo;

/** The purges of a stream with these consumers; none when nothing was purged. */
async function purgesOf(stream: StreamInfo, consumers: ConsumerInfo[], readers: string[] = []) {
  const purged: unknown[] = [];
  const manager = {
    consumers: { list: () => consumers },
    streams: { purge: (_name: string, what: unknown) => Promise.resolve(purged.push(what)) },
  };
  await makeRoom(manager as unknown as JetStreamManager, stream, readers);
  return purged;
}

test.each([
  ['all messages, when all were handled', [consumer('a', 0), consumer('b', 0)], 91],
  ['the messages that were handled, when other ones still wait', [consumer('a', 0), consumer('b', 7)], 51],
  ['the messages before the first one that is being handled', [consumer('a', 7, 2), consumer('b', 7)], 41],
  ['all messages, when there is no consumer', [], 91],
])('a nearly full stream is purged of %s', async (_, consumers, seq) => {
  expect(await purgesOf(full, consumers)).toEqual([{ seq }]);
});

test.each([
  ['three quarters full', { ...full, state: { ...full.state, bytes: 75 } }],
  ['nearly full, with only one message that may go', { ...full, state: { ...full.state, first_seq: 40 } }],
])('a stream that is %s is purged', async (_, stream) => {
  expect(await purgesOf(stream, [consumer('a', 7, 2)])).toEqual([{ seq: 41 }]);
});

test('messages for a consumer that does not exist yet are kept', async () => {
  expect(await purgesOf(full, [consumer('a', 0)], ['a', 'b'])).toEqual([]);
});

test.each([
  ['has room', { ...full, state: { ...full.state, bytes: 74 } }],
  ['has no bound', { ...full, config: { ...full.config, max_bytes: -1 } }],
  ['has a bound of 0, which is none', { ...full, config: { ...full.config, max_bytes: 0 } }],
  ['has no message that may go', { ...full, state: { ...full.state, first_seq: 41 } }],
])('a stream that %s is not purged', async (_, stream) => {
  expect(await purgesOf(stream, [consumer('a', 7, 2)])).toEqual([]);
});
