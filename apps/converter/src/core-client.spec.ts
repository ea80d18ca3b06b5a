import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, jest, test } from '@jest/globals';
import { CoreClient, ConversionNotNeeded } from './core-client.js';

const conversion = {
  ...{ conversionId: '7d3c2f6e-0e1b-4f57-9f1c-0a6f1c5e8b21', fileName: 'essay.pdf' },
  ...{ source: '/source', normalised: '/normalised', images: '/images' },
};
const images = Array.from({ length: 64 }, () => randomBytes(300_001));

test('an upload whose connection core cut is repeated from its beginning', async () => {
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
      await expect(client.writeImages(conversion, images)).rejects.toThrow(ConversionNotNeeded);
    },
  );
  expect(calls).toBe(1);
});

test('every call has its method, its type, and a token only where core requires it', async () => {
  const heard: unknown[] = [];
  await withCore(
    (request, response) => {
      void buffer(request).then((bytes) => {
        const { 'content-type': type, authorization } = request.headers;
        heard.push([request.method, request.url, type, authorization, bytes.toString()]);
        response.end(request.method === 'POST' ? JSON.stringify(conversion) : 'source');
      });
    },
    async (client) => {
      expect(await client.prepareConversion({ documentId: 'd', revision: 2 })).toEqual(conversion);
      expect(await client.readSource('/source')).toEqual(Buffer.from('source'));
      await client.writeNormalised(conversion, Buffer.from('%PDF'));
      await client.writeImages(conversion, [Buffer.from('one'), Buffer.from('two')]);
    },
  );
  expect(heard).toEqual([
    ...[
      ['POST', '/storage/conversions', 'application/json', 'Bearer token', '{"documentId":"d","revision":2}'],
    ],
    ...[['GET', '/source', undefined, undefined, '']],
    ...[['PUT', '/normalised', 'application/pdf', undefined, '%PDF']],
    ...[['PUT', '/images', 'application/octet-stream', undefined, 'onetwo']],
  ]);
});

test('an invalid answer of core is an error', async () => {
  await withCore(
    (_, response) => response.end('{"conversionId":"c"}'),
    async (client) => {
      await expect(client.prepareConversion({ documentId: 'd', revision: 2 })).rejects.toThrow();
    },
  );
});

/** The number of calls that reach a core that answers 503 until the client gives up. Each takes this long. */
async function triesOf(callMs: number, work: (client: CoreClient) => Promise<unknown>): Promise<number> {
  let [now, calls] = [1_000_000, 0];
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  try {
    await withCore(
      (request, response) => {
        calls += 1;
        now += callMs;
        request.resume();
        response.writeHead(503).end('{}');
      },
      async (client) => {
        await expect(work(client)).rejects.toThrow('Core answered 503');
      },
    );
  } finally {
    clock.mockRestore();
  }
  return calls;
}

test('calls to an unreachable core are retried for a minute, and longer for many bytes', async () => {
  const read = (client: CoreClient) => client.readSource('/source');
  expect(await triesOf(60_001, read)).toBe(1);
  expect(await triesOf(60_000, read)).toBe(2);
  const bytes = (count: number) => (client: CoreClient) =>
    client.writeImages(conversion, [Buffer.alloc(count), Buffer.alloc(1_000)]);
  expect(await triesOf(61_002, bytes(1_000))).toBe(1);
  expect(await triesOf(60_002, bytes(1_000))).toBe(2);
  expect(await triesOf(60_501, bytes(499_001))).toBe(2);
});

test('the client waits half a minute for an answer, and longer for many bytes', async () => {
  const limits = jest.spyOn(AbortSignal, 'timeout');
  await withCore(
    (request, response) => {
      request.resume();
      response.end('{}');
    },
    async (client) => {
      await client.readSource('/source');
      await client.writeImages(conversion, [Buffer.alloc(2_000_000), Buffer.alloc(500)]);
    },
  );
  expect(limits.mock.calls).toEqual([[30_000], [32_001]]);
});

test('a source of at most 200 MB is read', async () => {
  const read = (byteLength: number) => {
    const answer = { ok: true, arrayBuffer: () => Promise.resolve(new ArrayBuffer(byteLength)) };
    const network = jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer as Response);
    const client = new CoreClient({ url: 'http://127.0.0.1', serviceToken: 'token' });
    return client.readSource('/source').finally(() => network.mockRestore());
  };
  expect(await read(200 * 1024 ** 2)).toHaveLength(200 * 1024 ** 2);
  await expect(read(200 * 1024 ** 2 + 1)).rejects.toMatchObject({ name: 'CoreTrouble' });
});

test('a redirect is not followed', async () => {
  let [now, followed] = [0, 0];
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 40_000));
  try {
    await withCore(
      (request, response) => {
        if (request.url === '/elsewhere') followed += 1;
        response.writeHead(302, { location: '/elsewhere' }).end();
      },
      async (client) => {
        await expect(client.readSource('/source')).rejects.toMatchObject({ name: 'CoreTrouble' });
      },
    );
  } finally {
    clock.mockRestore();
  }
  expect(followed).toBe(0);
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
