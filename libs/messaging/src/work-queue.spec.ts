import { expect, test } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { WorkQueue } from './work-queue.js';

const durable = 'converter-convert-revision';

/** Asks a server that gives this answer. @returns the delivery, and the request that the server got */
async function asking(answer: object) {
  const asked: unknown[] = [];
  const request = (...question: unknown[]) => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  const queue = new WorkQueue({ request } as unknown as NatsConnection, durable);
  return { delivery: await queue.next({ expires: 1_000 }), asked };
}

test('one message is asked for, and the client waits longer than the server', async () => {
  const { delivery, asked } = await asking({ reply: '$JS.ACK.s.c.4.9.8.0.0' });
  expect(delivery?.info).toEqual({ deliveryCount: 4 });
  expect(asked).toEqual([
    [
      `$JS.API.CONSUMER.MSG.NEXT.SIXPENCE.${durable}`,
      '{"batch":1,"expires":1000000000}',
      { timeout: 3_000, noMux: true },
    ],
  ]);
});

test.each([404, 408])('the status %d means that there is no message', async (code) => {
  expect((await asking({ headers: { code } })).delivery).toBeNull();
});

test('every other status is an error', async () => {
  const answer = asking({ headers: { code: 409, description: 'Consumer Deleted' } });
  await expect(answer).rejects.toThrow('409 Consumer Deleted');
});
