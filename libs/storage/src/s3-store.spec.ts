import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { S3Store } from './s3-store.js';

interface Call {
  /** Method, path, and query, such as `GET /bucket?uploads`. */
  requestLine: string;
  body: Buffer;
  headers: IncomingMessage['headers'];
}
type Answer = string | { status: number; body?: string; headers?: Record<string, string> };

let server: Server;
let store: S3Store;
let calls: Call[];
/** The answer to a call. `at` is the index of the call. */
let answer: (call: Call, at: number) => Answer;

beforeEach(async () => {
  calls = [];
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const call = { requestLine: `${request.method} ${request.url}`, body, headers: request.headers };
      calls.push(call);
      const reply = answer(call, calls.length - 1);
      const {
        status,
        body: text = '',
        headers = {},
      } = typeof reply === 'string' ? { status: 200, body: reply } : reply;
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  store = new S3Store({
    ...{ name: 'bucket', region: 'eu-west-2', endpoint: `http://127.0.0.1:${port}` },
    ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
  });
});
afterEach(() => {
  store.close();
  server.closeAllConnections();
  server.close();
});

const error = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>no</Message></Error>`,
});

// oxlint-disable-next-line typescript/require-await -- a source of bytes is asynchronous by its type
async function* inPieces(byteLength: number, pieceBytes = 1_000_000) {
  for (let at = 0; at < byteLength; at += pieceBytes)
    yield Buffer.alloc(Math.min(pieceBytes, byteLength - at), at / pieceBytes);
}

/** Accepts each part of an upload, and names it by its number. */
const acceptParts = ({ requestLine }: Call): Answer => {
  const part = /partNumber=(\d+)/.exec(requestLine)?.[1];
  if (part !== undefined) return { status: 200, headers: { etag: `"part-${part}"` } };
  if (requestLine.includes('uploads')) return '<R><UploadId>u1</UploadId></R>';
  return '<R/>';
};

/** The request lines of all calls, without the parameter that names the client's operation. */
const requestLines = () => calls.map(({ requestLine }) => requestLine.replace(/[?&]x-id=\w+/, ''));

describe('a staged object', () => {
  const [small, part] = [512 * 1024, 5 * 1024 ** 2];

  test.each([
    [small, []],
    [small + 1, [small + 1]],
    [part, [part]],
    [part + 1, [part, 1]],
    [2 * part, [part, part]],
  ])(
    'of %d bytes is sent in parts of %j bytes, or in one request at its commit',
    async (byteLength, parts) => {
      answer = acceptParts;
      const staged = await store.stage('a/b', inPieces(byteLength, Math.min(part, byteLength)));
      const sent = calls.filter(({ requestLine }) => requestLine.includes('partNumber'));
      if (parts.length === 0) expect(calls).toEqual([]);
      else expect(requestLines()[0]).toBe('POST /bucket/a/b?uploads=');
      expect(sent.reduce((sum, { body }) => sum + body.length, 0)).toBe(parts.length === 0 ? 0 : byteLength);
      expect(sent).toHaveLength(parts.length);
      for (const { body } of sent.slice(0, -1)) expect(body.length).toBeGreaterThanOrEqual(part);
      expect(requestLines().slice(1)).toEqual(
        parts.map((_, at) => `PUT /bucket/a/b?partNumber=${at + 1}&uploadId=u1`),
      );
      await staged.commit();
      const last = calls.at(-1);
      if (parts.length === 0) {
        expect(requestLines()).toEqual(['PUT /bucket/a/b']);
        expect(last?.body).toHaveLength(byteLength);
      } else {
        expect(requestLines().at(-1)).toBe('POST /bucket/a/b?uploadId=u1');
        const listedParts = [...String(last?.body).matchAll(/<Part>(.*?)<\/Part>/g)].map(([, text]) => text);
        expect(listedParts).toHaveLength(parts.length);
        for (const [at, text] of listedParts.entries()) {
          expect(text).toContain(`<PartNumber>${at + 1}</PartNumber>`);
          expect(text).toMatch(new RegExp(`<ETag>(&quot;|")part-${at + 1}(&quot;|")</ETag>`));
        }
      }
    },
  );

  test('is aborted when the store fails, and the error of the store is thrown', async () => {
    answer = (call) =>
      call.requestLine.includes('partNumber') ? error(507, 'QuotaExceeded') : acceptParts(call);
    await expect(store.stage('a', inPieces(2 * part))).rejects.toMatchObject({ name: 'StoreFull' });
    expect(requestLines().at(-1)).toBe('DELETE /bucket/a?uploadId=u1');
  });

  test('whose upload fails and cannot be aborted throws the first error', async () => {
    answer = (call) => {
      if (call.requestLine.startsWith('DELETE')) return error(403, 'AccessDenied');
      return call.requestLine.includes('partNumber') ? error(507, 'QuotaExceeded') : acceptParts(call);
    };
    await expect(store.stage('a', inPieces(2 * part))).rejects.toMatchObject({ name: 'StoreFull' });
  });

  test.each<[string, Answer, string | undefined]>([
    ['the store aborts its upload', '', undefined],
    ['its upload was aborted before', error(404, 'NoSuchUpload'), undefined],
    ['a refusal of the store is thrown', error(403, 'AccessDenied'), 'AccessDenied'],
    ['the error of a full store is thrown', error(507, 'QuotaExceeded'), 'StoreFull'],
  ])('in parts is discarded: %s', async (_, end, name) => {
    answer = acceptParts;
    const staged = await store.stage('a', inPieces(part));
    answer = () => end;
    const discarded = await staged.discard().then(
      () => undefined,
      (failed: unknown) => (failed as Error).name,
    );
    expect(discarded).toBe(name);
    expect(requestLines().at(-1)).toBe('DELETE /bucket/a?uploadId=u1');
  });

  test('of few bytes is discarded without a call', async () => {
    answer = acceptParts;
    await (await store.stage('a', inPieces(10))).discard();
    expect(calls).toEqual([]);
  });
});

test('old uploads are aborted on every page of their list, and no others', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const upload = (key: string, initiated?: string) =>
    `<Upload><Key>${key}</Key><UploadId>of-${key}</UploadId>${initiated ? `<Initiated>${initiated}</Initiated>` : ''}</Upload>`;
  const pages = [
    `<R><IsTruncated>true</IsTruncated><NextKeyMarker>k1</NextKeyMarker><NextUploadIdMarker>m1</NextUploadIdMarker>
${upload('old', hoursAgo(3))}${upload('young', hoursAgo(1))}</R>`,
    '<R><IsTruncated>true</IsTruncated><NextKeyMarker>k2</NextKeyMarker><NextUploadIdMarker>m2</NextUploadIdMarker></R>',
    `<R><IsTruncated>false</IsTruncated>${upload('last', hoursAgo(5))}${upload('undated')}</R>`,
  ];
  answer = ({ requestLine }) => (requestLine.startsWith('GET') ? (pages.shift() ?? '') : { status: 204 });
  await store.deleteStagedOlderThan(2 * 3_600_000);
  expect(requestLines()).toEqual([
    'GET /bucket/?uploads=',
    'DELETE /bucket/old?uploadId=of-old',
    'GET /bucket/?key-marker=k1&upload-id-marker=m1&uploads=',
    'GET /bucket/?key-marker=k2&upload-id-marker=m2&uploads=',
    'DELETE /bucket/last?uploadId=of-last',
  ]);
});

describe('objects below a path', () => {
  const listOf = (...keys: string[]) =>
    `<R><IsTruncated>false</IsTruncated>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</R>`;

  test('are deleted together with the object of that name; objects whose name only begins with it stay', async () => {
    answer = ({ requestLine }) =>
      requestLine.startsWith('GET') ? listOf('a/b', 'a/b/c', 'a/bc', 'a/b-c/d') : '<R/>';
    await store.deleteUnder('a/b');
    const deleted = [...String(calls[1]?.body).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key);
    expect(deleted).toEqual(['a/b', 'a/b/c']);
    expect(calls[0]?.requestLine).toContain('prefix=a%2Fb');
  });

  test('need no call to delete them when there are none', async () => {
    answer = () => listOf('a/bc');
    await store.deleteUnder('a/b');
    expect(calls).toHaveLength(1);
  });

  test('that the store does not delete are an error', async () => {
    const refused = '<R><Error><Key>a/b</Key><Code>AccessDenied</Code></Error></R>';
    answer = ({ requestLine }) => (requestLine.startsWith('GET') ? listOf('a/b') : refused);
    await expect(store.deleteUnder('a/b')).rejects.toThrow('AccessDenied');
  });

  test('that a full store does not list throw the error of the store', async () => {
    answer = () => error(507, 'QuotaExceeded');
    await expect(store.deleteUnder('a/b')).rejects.toMatchObject({ name: 'StoreFull' });
  });
});

test('a store that does not answer is asked three times', async () => {
  answer = () => error(503, 'ServiceUnavailable');
  await expect(store.check()).rejects.toMatchObject({ name: 'StoreAway' });
  expect(requestLines()).toEqual(['HEAD /bucket/', 'HEAD /bucket/', 'HEAD /bucket/']);
});

test('pieces are collected until they fill a part, and a part holds whole pieces', async () => {
  answer = acceptParts;
  await store.stage('a', inPieces(7_000_000, 2_000_000));
  const sent = calls.filter(({ requestLine }) => requestLine.includes('partNumber'));
  expect(sent.map(({ body }) => body.length)).toEqual([6_000_000, 1_000_000]);
  expect([0, 1_999_999, 2_000_000, 5_999_999].map((at) => sent[0]!.body[at])).toEqual([0, 0, 1, 2]);
});

test('an object is found with its length, and read by ranges whose end is exclusive', async () => {
  answer = ({ requestLine }) =>
    requestLine.startsWith('HEAD')
      ? { status: 200, headers: { 'content-length': '10' } }
      : { status: 206, body: 'bytes' };
  const stored = await store.find('a/b');
  expect(stored?.byteLength).toBe(10);
  const pieces: Uint8Array[] = [];
  for await (const piece of stored!.read({ start: 2, end: 7 })) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe('bytes');
  expect(calls.at(-1)?.headers.range).toBe('bytes=2-6');
  answer = () => error(404, 'NoSuchKey');
  expect(await store.find('a/b')).toBeUndefined();
  await expect(async () => {
    for await (const piece of stored!.read({ start: 0, end: 1 })) pieces.push(piece);
  }).rejects.toMatchObject({ name: 'NoSuchKey' });
});
