import { expect, test } from '@jest/globals';
import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { makeStream } from './stream.js';

const missing = (code: number) => new JetStreamApiError({ code: 404, err_code: code, description: 'no' });

/** Calls `makeStream` on a server that answers the question for the stream in this way. */
async function makeStreamWith(info: () => Promise<unknown>) {
  const added: object[] = [];
  const add = (stream: object) => Promise.resolve(added.push(stream));
  const manager = { streams: { info, add } } as unknown as JetStreamManager;
  return { returned: await makeStream(manager), added };
}

test('a missing stream is created for a week of facts; when it is full it refuses new facts and keeps the old', async () => {
  const { added } = await makeStreamWith(() => Promise.reject(missing(JetStreamApiCodes.StreamNotFound)));
  const week = 7 * 86_400 * 1e9;
  expect(added).toEqual([
    {
      ...{ name: 'SIXPENCE', subjects: ['print.>'], storage: 'file', retention: 'limits', discard: 'new' },
      ...{ max_age: week, duplicate_window: 120 * 1e9, max_bytes: 2 ** 30, max_msg_size: 131_072 },
    },
  ]);
});

test('a stream that exists is not changed', async () => {
  const stream = { created: 'then' };
  expect(await makeStreamWith(() => Promise.resolve(stream))).toEqual({ returned: stream, added: [] });
});

test('no stream is created during an outage of the server', async () => {
  await expect(makeStreamWith(() => Promise.reject(new Error('timeout')))).rejects.toThrow('timeout');
});
