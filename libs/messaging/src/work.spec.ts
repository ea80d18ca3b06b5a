import { expect, test } from '@jest/globals';
import type { JetStreamManager } from '@nats-io/jetstream';
import { makeWork, maxTries } from './work.js';

test('a message can be delivered after its last try, so that it is given up when that try ended its process', async () => {
  const created: { max_deliver?: number }[] = [];
  const consumers = { add: (_stream: string, consumer: object) => Promise.resolve(created.push(consumer)) };
  await makeWork({ consumers } as unknown as JetStreamManager);
  expect(created[0]?.max_deliver).toBeGreaterThan(maxTries);
  expect(created).toEqual([
    {
      ...{ durable_name: 'converter-convert-revision', filter_subject: 'print.conversion.due' },
      ...{ ack_policy: 'explicit', deliver_policy: 'all', ack_wait: 10 * 1e9, max_deliver: maxTries + 5 },
    },
  ]);
});
