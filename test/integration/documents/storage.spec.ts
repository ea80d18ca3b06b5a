import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import type { FileUploadAnswer } from '@sixpence/contracts/http/documents';
import { SendersService } from '@sixpence/core/documents/senders.service';
import { StorageService } from '@sixpence/core/documents/storage/storage.service';
import { Client } from 'pg';
import { CoreApp } from '../../support/core/core-app.js';
import { asOwner } from '../../support/core/database.js';
import { until } from '../../support/until.js';

const canary = 'a canary that sings in plain text';
const pdfBytes = Buffer.from(`%PDF-1.7 ${canary} %%EOF`);

let core: CoreApp;
let anna: { userId: string; cookie: string };
beforeAll(async () => {
  core = await CoreApp.start();
  anna = await core.signedIn('anna@example.com');
});
afterAll(() => core[Symbol.asyncDispose]());

async function begin(upload: object = {}): Promise<FileUploadAnswer> {
  const body = { originalFileName: 'a.pdf', fileType: 'application/pdf', ...upload };
  const answer = await core.call('POST', '/file-upload', { body, cookie: anna.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as FileUploadAnswer;
}

function put(url: string, body: Uint8Array | ReadableStream, contentType = 'application/pdf') {
  return fetch(url, {
    method: 'PUT',
    headers: { 'content-type': contentType, origin: core.config.PUBLIC_URL },
    body: body as BodyInit,
    duplex: 'half',
  } as RequestInit);
}

async function stateOf(documentId: string): Promise<string | undefined> {
  const [row]: { state: string }[] = await core.database.query(
    'SELECT state FROM document_revisions WHERE document_id = $1',
    [documentId],
  );
  return row?.state;
}

async function facts(subject: string, documentId: string): Promise<object[]> {
  const rows: { body: object }[] = await core.database.query(
    `SELECT body FROM outbox WHERE subject = $1 AND body->>'documentId' = $2`,
    [subject, documentId],
  );
  return rows.map(({ body }) => body);
}

/** The files that are being received. */
function incoming(): Promise<string[]> {
  return readdir(join(core.config.STORAGE_DIR, '.incoming')).catch(() => []);
}

async function refusalOf(answering: Promise<Response>): Promise<[number, string]> {
  const answer = await answering;
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code];
}

/** A sender whose first bytes are received, and who sends no more until `end`. */
async function stallingSender(url: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const answer = put(url, readable);
  await writer.write(pdfBytes);
  await until(async () => (await incoming()).length === 1);
  return {
    answer,
    end: () => writer.close(),
    [Symbol.asyncDispose]: async () => {
      await writer.abort().catch(() => undefined);
      await answer.catch(() => undefined);
    },
  };
}

/** The highest number of files received at one moment, from now to the end of a test. */
function mostStagedAtOnce(): () => number {
  const storage = core.app.get(StorageService);
  const stage = storage.stage.bind(storage);
  let now = 0;
  let most = 0;
  jest.spyOn(storage, 'stage').mockImplementation(async (file, bytes) => {
    now += 1;
    most = Math.max(most, now);
    try {
      return await stage(file, bytes);
    } finally {
      now -= 1;
    }
  });
  return () => most;
}

async function deleteDocument(orderId: string): Promise<void> {
  const body = { documents: [{ orderId }] };
  await core.call('POST', '/delete-document', { body, cookie: anna.cookie });
}

/** Until the end of a test, core learns of newer senders only from a message. */
function stopLookingAgain(): void {
  jest.spyOn(core.app.get(SendersService), 'checkSenders').mockResolvedValue();
}

/** A second core of the same service. */
function anotherCore(): Promise<CoreApp> {
  const { DATABASE_URL, PUBLIC_URL, STORAGE_DIR, KEY_STORE_DIR, MASTER_KEY, SECRET_KEY } = core.config;
  return CoreApp.start({
    ...core.nats.variablesOf('core'),
    DATABASE_URL,
    PUBLIC_URL,
    STORAGE_DIR,
    KEY_STORE_DIR,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });
}

/** A chunked body of this many zero bytes. */
function zeros(byteLength: number): ReadableStream<Uint8Array> {
  let left = byteLength;
  return new ReadableStream({
    pull(controller) {
      const piece = Math.min(left, 256 * 1024);
      left -= piece;
      if (piece > 0) controller.enqueue(new Uint8Array(piece));
      else controller.close();
    },
  });
}

describe('the signed PUT', () => {
  test('stores the bytes, sets the revision to uploaded, and records one fact [row 380]', async () => {
    const { preSignedUrl, orderId } = await begin({ fileSize: pdfBytes.length });
    expect(preSignedUrl).toMatch(new RegExp(`^${core.config.PUBLIC_URL}/storage/`));
    expect((await put(preSignedUrl, pdfBytes)).status).toBe(200);
    expect(await stateOf(orderId)).toBe('uploaded');
    expect(await facts('print.document.uploaded', orderId)).toEqual([
      { documentId: orderId, revision: 1, ownerId: anna.userId, mediaType: 'application/pdf' },
    ]);
  });

  test('accepts the same bytes again, and no others [rows 379, 380]', async () => {
    const { preSignedUrl, orderId } = await begin();
    expect((await put(preSignedUrl, pdfBytes)).status).toBe(200);
    expect((await put(preSignedUrl, pdfBytes)).status).toBe(200);
    expect((await put(preSignedUrl, Buffer.from('other'))).status).toBe(409);
    expect(await facts('print.document.uploaded', orderId)).toHaveLength(1);
  });

  test('accepts one of many uploads at the same moment, and keeps nothing of the others', async () => {
    const { preSignedUrl, orderId } = await begin();
    const bodies = Array.from({ length: 8 }, () => randomBytes(2_000_000));
    const answers = await Promise.all(bodies.map((body) => put(preSignedUrl, body)));
    expect(answers.map((answer) => answer.status).sort((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
    const winner = bodies[answers.findIndex((answer) => answer.status === 200)]!;
    expect((await sourceOf(orderId)).equals(winner)).toBe(true);
    expect(await readdir(join(core.config.STORAGE_DIR, 'documents', orderId, '1'))).toEqual(['original']);
    expect(await incoming()).toEqual([]);
  });

  test('accepts a newer sender while the earlier sender stalls', async () => {
    const { preSignedUrl, orderId } = await begin();
    await using still = await stallingSender(preSignedUrl);
    const bytes = randomBytes(300_000);
    expect((await put(preSignedUrl, bytes)).status).toBe(200);
    expect(await refusalOf(still.answer)).toEqual([409, 'storage.displaced']);
    expect((await sourceOf(orderId)).equals(bytes)).toBe(true);
    expect(await incoming()).toEqual([]);
  });

  test('stops reading from a sender that another core has replaced', async () => {
    const { preSignedUrl, orderId } = await begin();
    await using still = await stallingSender(preSignedUrl);
    await using other = await anotherCore();
    stopLookingAgain();
    const address = preSignedUrl.replace(core.url, other.url);
    expect((await put(address, pdfBytes)).status).toBe(200);
    expect(await refusalOf(still.answer)).toEqual([409, 'storage.displaced']);
    expect(await sourceOf(orderId)).toEqual(pdfBytes);
  });

  test('stops reading after a newer sender, also without a message about it', async () => {
    const { preSignedUrl, orderId } = await begin();
    await using still = await stallingSender(preSignedUrl);
    await core.database.query('UPDATE documents SET senders = senders + 1 WHERE id = $1', [orderId]);
    expect(await refusalOf(still.answer)).toEqual([409, 'storage.displaced']);
  });

  test('accepts a sender that began while core checked for displaced senders', async () => {
    const earlier = await begin();
    await using still = await stallingSender(earlier.preSignedUrl);
    let show = () => {};
    const shown = new Promise<void>((resolve) => (show = resolve));
    let looks = 0;
    const query = Reflect.get(Client.prototype, 'query') as (this: Client, ...asked: unknown[]) => unknown;
    const slowQuery = function (this: Client, ...asked: unknown[]): unknown {
      const answer = query.apply(this, asked);
      const { text = '' } = asked[0] as { text?: string };
      if (!text.includes('d.senders FROM documents')) return answer;
      looks += 1;
      return looks === 1 ? shown.then(() => answer) : answer;
    };
    jest.spyOn(Client.prototype, 'query').mockImplementation(slowQuery);
    await until(() => looks === 1);
    const later = await begin();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = put(later.preSignedUrl, readable);
    await writer.write(pdfBytes);
    await until(async () => (await incoming()).length === 2);
    show();
    await until(() => looks === 2);
    await writer.close();
    expect((await answer).status).toBe(200);
    await deleteDocument(earlier.orderId);
    expect(await refusalOf(still.answer)).toEqual([404, 'storage.unknown']);
  });

  test('refuses bytes that arrive after a newer sender has begun, also without a message about it', async () => {
    const { preSignedUrl, orderId } = await begin();
    await using still = await stallingSender(preSignedUrl);
    stopLookingAgain();
    await core.database.query('UPDATE documents SET senders = senders + 1 WHERE id = $1', [orderId]);
    await still.end();
    expect(await refusalOf(still.answer)).toEqual([409, 'storage.displaced']);
    expect(await stateOf(orderId)).toBe('awaiting-upload');
  });

  test.each([
    ['was deleted', deleteDocument],
    [
      'has expired',
      (id: string) => core.database.query('UPDATE documents SET expires_at = app_now() WHERE id = $1', [id]),
    ],
  ])('stops reading from a sender whose document %s', async (_, end) => {
    const { preSignedUrl, orderId } = await begin();
    await using still = await stallingSender(preSignedUrl);
    await end(orderId);
    expect(await refusalOf(still.answer)).toEqual([404, 'storage.unknown']);
    expect(await incoming()).toEqual([]);
  });

  test('accepts an empty file, which later fails as an empty document', async () => {
    const { preSignedUrl, orderId } = await begin({ fileSize: 0 });
    expect((await put(preSignedUrl, new Uint8Array(0))).status).toBe(200);
    expect(await stateOf(orderId)).toBe('uploaded');
  });

  test.each([
    ['', 'application/octet-stream'],
    ['application/octet-stream', 'application/octet-stream'],
    ['application/pdf', 'application/pdf; charset=binary'],
  ])('accepts the stated type %j when %j is sent', async (fileType, contentType) => {
    const { preSignedUrl } = await begin({ fileType });
    expect((await put(preSignedUrl, pdfBytes, contentType)).status).toBe(200);
  });

  test.each([
    ['another type', {}, pdfBytes, 'image/png'],
    ['the type of API calls', {}, pdfBytes, 'application/json'],
    ['a shorter file than was stated', { fileSize: pdfBytes.length + 1 }, pdfBytes, 'application/pdf'],
    ['a longer file than was stated', { fileSize: 3 }, pdfBytes, 'application/pdf'],
    ['a longer file in chunks', { fileSize: 3 }, zeros(100_000), 'application/pdf'],
    ['a shorter file in chunks', { fileSize: 300_000 }, zeros(100_000), 'application/pdf'],
  ])('refuses %s with 403 and keeps nothing', async (_, upload, body, contentType) => {
    const { preSignedUrl, orderId } = await begin(upload);
    expect((await put(preSignedUrl, body, contentType)).status).toBe(403);
    expect(await stateOf(orderId)).toBe('awaiting-upload');
    expect(await incoming()).toEqual([]);
  });

  test('refuses a token that is missing, changed, or for another purpose with 403', async () => {
    const { preSignedUrl } = await begin();
    const token = preSignedUrl.split('/').at(-1)!;
    const [claims, mac] = token.split('.') as [string, string];
    const forged = Buffer.from(
      Buffer.from(claims, 'base64url').toString().replace('"revision":1', '"revision":2'),
    ).toString('base64url');
    const other = await begin();
    await put(other.preSignedUrl, pdfBytes);
    const forConverters = (await conversionOf(other.orderId, 'normalised'))!.split('/').at(-1)!;
    for (const bad of [
      'x',
      claims,
      `${claims}.`,
      `${claims}.${'A'.repeat(mac.length)}`,
      `${forged}.${mac}`,
      forConverters,
    ]) {
      expect((await put(`${core.url}/storage/${bad}`, pdfBytes)).status).toBe(403);
    }
  });

  test('must begin within five minutes, by the database clock', async () => {
    const { preSignedUrl } = await begin();
    await asOwner(core.database, `INSERT INTO clock_shift (shift) VALUES ('301 seconds')`);
    try {
      expect((await put(preSignedUrl, pdfBytes)).status).toBe(403);
    } finally {
      await asOwner(core.database, 'DELETE FROM clock_shift');
    }
    expect((await put(preSignedUrl, pdfBytes)).status).toBe(200);
  });

  test('refuses more than 50 MB with 413: by its stated length at once, in chunks during the upload', async () => {
    const tooMany = 50 * 1024 * 1024 + 1;
    const first = await begin();
    expect((await putStated(first.preSignedUrl, tooMany)).status).toBe(413);
    const second = await begin();
    expect((await put(second.preSignedUrl, zeros(tooMany))).status).toBe(413);
    expect(await stateOf(second.orderId)).toBe('awaiting-upload');
    const stated = await core.call('POST', '/file-upload', {
      body: { originalFileName: 'a.pdf', fileType: 'application/pdf', fileSize: tooMany },
      cookie: anna.cookie,
    });
    expect(stated.status).toBe(413);
    await begin({ fileSize: tooMany - 1 });
  });

  test('keeps nothing of an upload whose connection breaks, and accepts the second try', async () => {
    const { preSignedUrl, orderId } = await begin();
    await breakOff(preSignedUrl);
    expect(await stateOf(orderId)).toBe('awaiting-upload');
    expect((await put(preSignedUrl, pdfBytes)).status).toBe(200);
  });

  test('refuses a document that was deleted meanwhile', async () => {
    const { preSignedUrl, orderId } = await begin();
    await core.call('POST', '/delete-document', {
      body: { documents: [{ orderId }] },
      cookie: anna.cookie,
    });
    expect((await put(preSignedUrl, pdfBytes)).status).toBe(404);
  });
});

describe('converter addresses', () => {
  test('need the service token', async () => {
    const { orderId } = await begin();
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer wrong' },
      { cookie: anna.cookie },
    ];
    for (const headers of attempts) {
      const answer = await core.call('POST', '/storage/conversions', {
        body: { documentId: orderId, revision: 1 },
        headers,
      });
      expect(answer.status).toBe(401);
    }
  });

  test.each([
    ['normalised', 'application/pdf', 200],
    ['images', 'application/octet-stream', 512],
  ] as const)('refuse %s files (%s) of more than %d MB at once', async (file, type, most) => {
    const { orderId, preSignedUrl } = await begin();
    await put(preSignedUrl, pdfBytes);
    const address = core.url + (await conversionOf(orderId, file))!;
    expect(await putStated(address, most * 1024 ** 2 + 1, type)).toEqual({
      status: 413,
      message: `The file is larger than ${most} MB.`,
    });
  });

  test('receive the two files of a conversion at the same time', async () => {
    const { orderId, preSignedUrl } = await begin();
    await put(preSignedUrl, pdfBytes);
    const conversion = (await conversionsOf(orderId))!;
    await using normalised = await stallingSender(core.url + conversion.normalised);
    const images = await put(core.url + conversion.images, pdfBytes, 'application/octet-stream');
    expect(images.status).toBe(200);
    await normalised.end();
    expect((await normalised.answer).status).toBe(200);
  });

  test('exist only while the document waits for conversion', async () => {
    const { orderId, preSignedUrl } = await begin();
    expect(await conversionOf(orderId)).toBeUndefined();
    await put(preSignedUrl, pdfBytes);
    expect(await conversionsOf(orderId)).toMatchObject({
      fileName: 'a.pdf',
      source: expect.stringMatching(/^\/storage\//),
    });
    expect(await sourceOf(orderId)).toEqual(pdfBytes);
    await core.database.query(
      `UPDATE document_revisions SET state = 'failed', reason = 'damaged' WHERE document_id = $1`,
      [orderId],
    );
    expect(await conversionOf(orderId)).toBeUndefined();
  });

  test('accept only the newest of many senders, and receive one file at a time', async () => {
    const { orderId, preSignedUrl } = await begin();
    await put(preSignedUrl, pdfBytes);
    const address = core.url + (await conversionOf(orderId, 'normalised'))!;
    const most = mostStagedAtOnce();
    const statuses: number[] = [];
    const senders = Array.from({ length: 6 }, () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      writer.write(pdfBytes).catch(() => undefined);
      const answering = put(address, readable).then(({ status }) => statuses.push(status));
      return { writer, answering };
    });
    try {
      await until(() => statuses.length === 5);
      await until(async () => (await incoming()).length === 1);
    } finally {
      await Promise.all(senders.map(({ writer }) => writer.close().catch(() => undefined)));
      await Promise.all(senders.map(({ answering }) => answering));
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 200]);
    expect(most()).toBe(1);
    expect(await incoming()).toEqual([]);
  });
});

test('a range of the source is readable without the rest, across encrypted chunks', async () => {
  const { preSignedUrl, orderId } = await begin();
  const bytes = randomBytes(300_000);
  await put(preSignedUrl, bytes);
  const address = core.url + (await conversionOf(orderId))!;
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=65530-131080', 65_530, 131_081],
    ['bytes=299990-', 299_990, 300_000],
    ['bytes=-5', 299_995, 300_000],
  ] as const) {
    const answer = await fetch(address, { headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-length')).toBe(String(end - start));
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/300000`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
  }
  const whole = await fetch(address);
  const headers = ['content-type', 'content-length', 'accept-ranges'].map((name) => whole.headers.get(name));
  expect([whole.status, ...headers]).toEqual([200, 'application/octet-stream', '300000', 'bytes']);
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  const beyond = await fetch(address, { headers: { range: 'bytes=300000-' } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */300000']);
});

test('no file in the storage folders contains the uploaded text', async () => {
  const { preSignedUrl } = await begin();
  await put(preSignedUrl, pdfBytes);
  for (const folder of [core.config.STORAGE_DIR, core.config.KEY_STORE_DIR]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect((await readFile(join(file.parentPath, file.name))).includes('canary')).toBe(false);
    }
  }
});

async function conversionOf(
  documentId: string,
  file: 'source' | 'normalised' | 'images' = 'source',
): Promise<string | undefined> {
  return (await conversionsOf(documentId))?.[file];
}

async function conversionsOf(documentId: string): Promise<ConversionAnswer | undefined> {
  const answer = await core.call('POST', '/storage/conversions', {
    body: { documentId, revision: 1 },
    headers: { authorization: `Bearer ${core.config.SERVICE_TOKEN}` },
  });
  if (answer.status === 404) return undefined;
  return (await answer.json()) as ConversionAnswer;
}

async function sourceOf(documentId: string): Promise<Buffer> {
  const answer = await fetch(core.url + (await conversionOf(documentId))!);
  return Buffer.from(await answer.arrayBuffer());
}

/** States a length in the header and sends little: the answer must not wait for the rest. */
function putStated(
  url: string,
  byteLength: number,
  type = 'application/pdf',
): Promise<{ status: number | undefined; message: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'PUT',
      headers: { 'content-type': type, 'content-length': byteLength },
    });
    sending.on('response', (answer) => {
      answer.once('data', (body: Buffer) => {
        const { message } = JSON.parse(body.toString()) as { message: string };
        resolve({ status: answer.statusCode, message });
        sending.destroy();
      });
    });
    sending.on('error', reject);
    sending.write('%PDF');
  });
}

/** Sends a fifth of the stated length, and disconnects when the first bytes have been written to a file. */
async function breakOff(url: string): Promise<void> {
  const sending = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', 'content-length': 1_000_000 },
  });
  sending.on('error', () => undefined);
  const closed = new Promise((resolve) => sending.once('close', resolve));
  sending.write(Buffer.alloc(200_000));
  const incoming = join(core.config.STORAGE_DIR, '.incoming');
  await until(async () => existsSync(incoming) && (await readdir(incoming)).length > 0);
  sending.destroy();
  await closed;
}
