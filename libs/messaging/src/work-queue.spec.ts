import { expect, test } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { WorkQueue } from './work-queue.js';

const durable = 'converter-convert-revision';

/** Asks a server that gives this answer. @returns the delivery, and the request that the server got */
async function askingServer(answer: object) {
  const requests: unknown[] = [];
  const request = (...question: unknown[]) => {
    requests.push(question);
    return Promise.resolve(answer);
  };
  const queue = new WorkQueue({ request } as unknown as NatsConnection, durable);
  return { delivery: await queue.next({ expires: 1_000 }), requests };
}

test('a process requests one message, and waits longer than the server', async () => {
  const { delivery, requests } = await askingServer({ reply: '$JS.ACK.s.c.4.9.8.0.0' });
  expect(delivery?.info).toEqual({ deliveryCount: 4 });
  expect(requests).toEqual([
    [
      `$JS.API.CONSUMER.MSG.NEXT.SIXPENCE.${durable}`,
      '{"batch":1,"expires":1000000000}',
      { timeout: 3_000, noMux: true },
    ],
  ]);
});

test.each([404, 408])('the status %d means that there is no message', async (code) => {
  expect((await askingServer({ headers: { code } })).delivery).toBeNull();
});

test('a status other than 404 and 408 is an error', async () => {
  const answer = askingServer({ headers: { code: 409, description: 'Consumer Deleted' } });
  await expect(answer).rejects.toThrow('409 Consumer Deleted');
});
