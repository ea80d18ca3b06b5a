import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { CoreClient, NothingLeft } from './core-client.js';

const conversion = {
  ...{ conversionId: 'c', fileName: 'essay.pdf' },
  ...{ source: '/source', normalised: '/normalised', images: '/images' },
};
const images = Array.from({ length: 64 }, () => randomBytes(300_001));

test('an upload that core cut off is repeated as a whole', async () => {
  const taken: Buffer[] = [];
  let calls = 0;
  await withCore(
    (request, response) => {
      calls += 1;
      if (calls === 1) {
        request.once('data', () => request.destroy());
        return;
      }
      void buffer(request).then((bytes) => {
        taken.push(bytes);
        response.end('{}');
      });
    },
    (client) => client.writeImages(conversion, images),
  );
  expect(taken).toHaveLength(1);
  expect(taken[0]?.equals(Buffer.concat(images))).toBe(true);
});

test('an upload that core refuses midway with 404 is not repeated', async () => {
  let calls = 0;
  await withCore(
    (request, response) => {
      calls += 1;
      response.writeHead(404).end('{}');
      request.resume();
    },
    async (client) => {
      await expect(client.writeImages(conversion, images)).rejects.toThrow(NothingLeft);
    },
  );
  expect(calls).toBe(1);
});

test.each([429, 503])('an upload that core answers with %i is repeated', async (status) => {
  let calls = 0;
  await withCore(
    (request, response) => {
      calls += 1;
      response.writeHead(calls === 1 ? status : 200).end('{}');
      request.resume();
    },
    (client) => client.writeNormalised(conversion, Buffer.from('%PDF')),
  );
  expect(calls).toBe(2);
});

test.each([400, 413])('an upload that core answers with %i is not repeated', async (status) => {
  let calls = 0;
  await withCore(
    (request, response) => {
      calls += 1;
      response.writeHead(status).end('{}');
      request.resume();
    },
    async (client) => {
      await expect(client.writeNormalised(conversion, Buffer.from('%PDF'))).rejects.toThrow(
        `Core answered ${status}`,
      );
    },
  );
  expect(calls).toBe(1);
});

async function withCore(answer: RequestListener, work: (client: CoreClient) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await work(new CoreClient({ url: `http://127.0.0.1:${port}`, serviceToken: 'token' }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
