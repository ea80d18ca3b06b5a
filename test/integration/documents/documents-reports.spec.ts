import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { EventOf } from '@sixpence/contracts/events/events';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import { natsAccess } from '@sixpence/messaging/access';
import { streamName } from '@sixpence/messaging/stream';
import { convertedPage } from '../../support/documents/converted-page.js';
import { DocumentsBench, type Uploader } from '../../support/worlds/documents-bench.js';
import { until } from '../../support/until.js';

const pdf = 'application/pdf';

type Report = EventOf<'print.document.converted'>;

let bench: DocumentsBench;
beforeAll(async () => {
  bench = await DocumentsBench.start();
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('a conversion', () => {
  test('makes the document ready, with addresses of its pages [row 378]', async () => {
    const person = await bench.aPerson();
    const row = await bench.aReadyDocument(person);
    expect(row).toMatchObject({ status: 'ready', totalPages: 2, revision: 1 });
    expect(row.pagePreviews).toEqual([1, 2].map((page) => `/document-pages/${row.orderId}/1/${page}`));
    expect(await bench.documents.documentRow(person.userId, row.orderId)).toEqual(row);
    expect(await person.uploads.metadata(row.orderId)).toEqual({
      status: 'ready',
      totalPages: 2,
      pagePreviews: row.pagePreviews,
    });
  });

  test('has no second effect when it is reported twice or late', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const [first, second] = [
      await bench.prepareConversion(documentId),
      await bench.prepareConversion(documentId),
    ];
    await bench.putFiles(first, 1);
    await bench.publishConverted(documentId, first.conversionId, 1);
    await person.uploads.settled(documentId);
    const late = await fetch(bench.core.url + second.normalised, {
      method: 'PUT',
      headers: { 'content-type': pdf },
      body: 'late',
    });
    expect(late.status).toBe(404);
    await bench.publishConverted(documentId, second.conversionId, 3);
    const failed = { documentId, revision: 1, reason: 'timeout' } as const;
    await (await bench.core.asConverter()).publish('print.document.conversion-failed', failed, randomUUID());
    const marker = await bench.aReadyDocument(person);
    expect(marker.status).toBe('ready');
    expect((await person.uploads.list())[0]).toMatchObject({ status: 'ready', totalPages: 1 });
    const { stream } = await bench.core.app.get(ConversionsService).openNormalised(documentId, 1);
    expect(String(Buffer.concat((await stream.toArray()) as Buffer[]))).toBe(
      `normalised by ${first.conversionId}`,
    );
    expect(await bench.parked()).toBe(0);
  });

  test('of a deleted document has no effect', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const conversion = await bench.prepareConversion(documentId);
    await bench.post(person, '/delete-document', { documents: [{ orderId: documentId }] });
    const late = await fetch(bench.core.url + conversion.normalised, {
      method: 'PUT',
      headers: { 'content-type': pdf },
      body: 'late',
    });
    expect(late.status).toBe(404);
    await bench.publishConverted(documentId, conversion.conversionId, 1);
    await bench.aReadyDocument(person);
    expect(await person.uploads.list()).toHaveLength(1);
    expect(existsSync(bench.bytesOf(documentId))).toBe(false);
    expect(await bench.parked()).toBe(0);
  });

  test('is awaited by a call for the metadata', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const asked = person.uploads.metadata(documentId);
    await bench.makeReady(person, documentId);
    expect(await asked).toMatchObject({ status: 'ready', totalPages: 2 });
  });

  test('of more than 20 seconds answers 409, so that the client asks again', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const started = Date.now();
    const answer = await bench.core.call('GET', `/fetch-file-metadata?uid=${documentId}`, {
      cookie: person.cookie,
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'document.processing' });
    expect(Date.now() - started).toBeGreaterThan(19_000);
  });

  test.each([
    ['uploaded', 'awaiting-upload'],
    ['uploaded', 'uploaded'],
    ['ready', 'uploaded'],
    ['ready', 'failed'],
    ['ready', 'ready'],
  ])('never goes from %s to %s, not even by SQL', async (from, to) => {
    const person = await bench.aPerson();
    const { orderId } =
      from === 'ready' ? await bench.aReadyDocument(person) : { orderId: await bench.upload(person) };
    await expect(
      bench.core.database.query('UPDATE document_revisions SET state = $2 WHERE document_id = $1', [
        orderId,
        to,
      ]),
    ).rejects.toThrow(/cannot become/);
  });

  test('keeps its pages after it is settled', async () => {
    const { orderId } = await bench.aReadyDocument(await bench.aPerson());
    await expect(
      bench.core.database.query(`UPDATE document_revisions SET pages = '[]' WHERE document_id = $1`, [
        orderId,
      ]),
    ).rejects.toThrow(/cannot become/);
  });
});

describe('page selection', () => {
  test.each([
    ['nothing', []],
    ['page 0', [0]],
    ['a page beyond the end', [1, 3]],
    ['text', ['1']],
    ['fractions', [1.5]],
    ['no list', undefined],
  ])('of %s is refused and changes nothing', async (_, pages) => {
    const person = await bench.aPerson();
    const row = await bench.aReadyDocument(person);
    const answer = await bench.post(person, '/remove-pages', { uid: row.orderId, pages_to_extract: pages });
    expect(answer.status).toBe(400);
    expect(await person.uploads.list()).toEqual([row]);
  });

  test('while processing is refused with 409; once accepted, the document shows as processing and cannot be printed [row 381]', async () => {
    const person = await bench.aPerson();
    const { orderId } = await bench.aReadyDocument(person);
    const select = () => bench.post(person, '/remove-pages', { uid: orderId, pages_to_extract: [2] });
    const answer = await select();
    expect(await answer.json()).toEqual({ status: 'success', success: true });
    const refused = await select();
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'document.processing' }]);
    expect(await person.uploads.list()).toMatchObject([{ status: 'processing', revision: 1 }]);
    expect(await bench.documents.readyDocuments(person.userId)).toEqual([]);
  });

  test('that fails leaves the revision before it unchanged', async () => {
    const person = await bench.aPerson();
    const row = await bench.aReadyDocument(person);
    await bench.post(person, '/remove-pages', { uid: row.orderId, pages_to_extract: [2] });
    const failed = { documentId: row.orderId, revision: 2, reason: 'damaged' as const };
    await (await bench.core.asConverter()).publish('print.document.conversion-failed', failed, randomUUID());
    expect(await person.uploads.settled(row.orderId)).toEqual(row);
    const ready = await bench.documents.readyDocuments(person.userId);
    expect(ready).toMatchObject([{ documentId: row.orderId, revision: 1, numbers: [1, 2], leftOut: [] }]);
  });
});

describe('a conversion report is refused when', () => {
  interface Stored {
    person: Uploader;
    documentId: string;
    report: Report;
  }
  const stored = async (): Promise<Stored> => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const conversion = await bench.prepareConversion(documentId);
    await bench.putFiles(conversion, 2);
    return { person, documentId, report: bench.reportOf(documentId, conversion.conversionId, { pages: 2 }) };
  };

  test.each<[string, (report: Report, other: Report) => Partial<Report>]>([
    ['nothing was stored', () => ({ conversionId: randomUUID() })],
    ['only another document has the files', (_, { conversionId }) => ({ conversionId })],
    ['the PDF is longer than reported', ({ byteLength }) => ({ byteLength: byteLength - 1 })],
    ['there are fewer images than pages', ({ pages }) => ({ pages: [...pages, ...pages] })],
    ['there are more images than pages', ({ pages }) => ({ pages: pages.slice(1) })],
  ])('%s: it is parked, and the document fails', async (_, wrong) => {
    const [{ person, documentId, report }, other] = [await stored(), await stored()];
    const before = await bench.parked();
    await bench.publish({ ...report, ...wrong(report, other.report) });
    const row = await person.uploads.settled(documentId);
    expect(row).toMatchObject({ status: 'failed', reason: 'timeout' });
    expect(await bench.parked()).toBe(before + 1);
    await bench.publish(other.report);
    expect(await other.person.uploads.settled(other.documentId)).toMatchObject({ status: 'ready' });
  });

  test('the images were never sent: the document does not become ready', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const conversion = await bench.prepareConversion(documentId);
    await fetch(bench.core.url + conversion.normalised, {
      method: 'PUT',
      headers: { 'content-type': pdf },
      body: `normalised by ${conversion.conversionId}`,
    });
    await bench.publishConverted(documentId, conversion.conversionId, 1);
    expect(await person.uploads.settled(documentId)).toMatchObject({ status: 'failed', reason: 'timeout' });
  });

  test('the files are missing in storage: the document does not become ready', async () => {
    const { person, documentId, report } = await stored();
    await rm(join(bench.bytesOf(documentId), '1', report.conversionId), { recursive: true });
    await bench.publish(report);
    expect(await person.uploads.settled(documentId)).toMatchObject({ status: 'failed', reason: 'timeout' });
  });

  test('its pages differ from the selection: the document stays unchanged', async () => {
    const person = await bench.aPerson();
    const row = await bench.aReadyDocument(person);
    await bench.post(person, '/remove-pages', { uid: row.orderId, pages_to_extract: [2] });
    const conversion = await bench.prepareConversion(row.orderId, 2);
    await bench.putFiles(conversion, 2);
    await bench.publish(bench.reportOf(row.orderId, conversion.conversionId, { revision: 2, pages: 2 }));
    expect(await person.uploads.settled(row.orderId)).toEqual(row);
  });
});

test.each([
  ['a revision that no column holds', JSON.stringify(converted({ revision: 2 ** 31 }))],
  ['more pages than a document has', JSON.stringify(converted({ pages: Array(501).fill(convertedPage) }))],
  ['NUL instead of JSON', '\0'],
])('a report with %s is parked once, and is not delivered again', async (_, payload) => {
  const before = await bench.parked();
  await using converter = await connected('converter');
  await converter.request('print.document.converted', payload);
  await until(async () => (await bench.parked()) > before);
  await until(async () => (await unanswered()) === 0);
  expect(await bench.parked()).toBe(before + 1);
});

async function connected(user: 'core' | 'converter'): Promise<NatsConnection & AsyncDisposable> {
  const access = natsAccess(bench.core.nats.variablesOf(user));
  const connection = await connect({ ...access, inboxPrefix: `_INBOX.${user}` });
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.close() });
}

/** Reports of converters that core has received and not settled. */
async function unanswered(): Promise<number> {
  await using core = await connected('core');
  const { consumers } = await jetstreamManager(core);
  return (await consumers.info(streamName, 'core-apply-conversion')).num_ack_pending;
}

/** A report of a converter about a document that does not exist. */
function converted(fact: object): object {
  const ids = { documentId: randomUUID(), conversionId: randomUUID() };
  return { ...ids, revision: 1, pages: [convertedPage], byteLength: 9, ...fact };
}
