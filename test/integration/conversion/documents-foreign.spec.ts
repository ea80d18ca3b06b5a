import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DocumentsBench, imageOf } from '../../support/worlds/documents-bench.js';

let bench: DocumentsBench;
beforeAll(async () => {
  bench = await DocumentsBench.start();
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('a document the user does not own', () => {
  test('answers 404 to every call, and does not change', async () => {
    const [anna, ben] = [await bench.aPerson(), await bench.aPerson()];
    const row = await bench.aReadyDocument(ben);
    const uid = row.orderId;
    const calls: [string, string, unknown?][] = [
      ['GET', `/fetch-file-metadata?uid=${uid}`],
      ['GET', row.pagePreviews[0]!],
      ['GET', `${row.pagePreviews[0]!}?size=tile`],
      ['GET', `${row.pagePreviews[0]!}?size=page`],
      ['GET', row.pagePreviews[1]!],
      ['POST', '/delete-document', { documents: [{ orderId: uid }] }],
      ['POST', '/delete-document', { documents: [{ orderId: uid }, { orderId: uid }] }],
      ['POST', '/remove-pages', { uid, pages_to_extract: [1] }],
      ['POST', '/remove-pages', { uid, pages_to_extract: [] }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await bench.core.call(method, path, {
        cookie: anna.cookie,
        ...(body !== undefined && { body }),
      });
      expect([path, answer.status]).toEqual([path, 404]);
      const visitor = await bench.core.call(method, path, body === undefined ? {} : { body });
      expect([path, visitor.status]).toEqual([path, 401]);
    }
    expect(await anna.uploads.list()).toEqual([]);
    expect(await bench.documents.documentRow(anna.userId, uid)).toBeUndefined();
    expect([...(await bench.documents.readyAmong(anna.userId, [uid])).keys()]).toEqual([]);
    expect(await ben.uploads.list()).toEqual([row]);
  });

  test('is not deleted together with the caller’s own', async () => {
    const [anna, ben] = [await bench.aPerson(), await bench.aPerson()];
    const [mine, foreign] = [await bench.upload(anna), await bench.aReadyDocument(ben)];
    const body = { documents: [{ orderId: foreign.orderId }, { orderId: mine }] };
    expect((await bench.post(anna, '/delete-document', body)).status).toBe(404);
    expect(await anna.uploads.list()).toEqual([]);
    expect(await ben.uploads.list()).toEqual([foreign]);
  });

  test('does not change by the print options of another user', async () => {
    const [anna, ben] = [await bench.aPerson(), await bench.aPerson()];
    const foreign = await bench.aReadyDocument(ben);
    await bench.post(anna, '/set-print-sides', { sideOption: 'yes' });
    await bench.post(anna, '/set-print-color', { colorOption: 'Color' });
    expect(await ben.uploads.list()).toEqual([foreign]);
  });

  test.each(['x', '', randomUUID(), "' OR 1=1 --"])('with an unknown id (%j) answers 404', async (uid) => {
    const { cookie } = await bench.aPerson();
    const answer = await bench.core.call('GET', `/fetch-file-metadata?uid=${encodeURIComponent(uid)}`, {
      cookie,
    });
    expect(answer.status).toBe(404);
  });
});

describe('page images', () => {
  test('are for the owner only, in two sizes, and not for shared caches', async () => {
    const person = await bench.aPerson();
    const { pagePreviews } = await bench.aReadyDocument(person);
    for (const size of ['tile', 'page']) {
      const answer = await bench.core.call('GET', `${pagePreviews[1]!}?size=${size}`, {
        cookie: person.cookie,
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toMatch(/cookie/i);
      expect(await answer.text()).toBe(imageOf(2, size));
    }
  });

  test('that a browser has cached answer 304, and 404 after the document is deleted', async () => {
    const person = await bench.aPerson();
    const other = await bench.aPerson();
    const { orderId, pagePreviews } = await bench.aReadyDocument(person);
    const addresses = pagePreviews.flatMap((address) => [`${address}?size=tile`, `${address}?size=page`]);
    const tags = new Set<string>();
    const again = (address: string, tag: string, { cookie } = person) =>
      bench.core.call('GET', address, { cookie, headers: { 'if-none-match': tag } });
    for (const address of addresses) {
      const tag =
        (await bench.core.call('GET', address, { cookie: person.cookie })).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^",]+"$/);
      const same = await again(address, tag);
      expect([same.status, await same.text()]).toEqual([304, '']);
      expect(same.headers.get('etag')).toBe(tag);
      expect(same.headers.get('cache-control')).toBe('private, no-cache');
      expect((await again(address, '"another"')).status).toBe(200);
      expect((await again(address, tag, other)).status).toBe(404);
      tags.add(tag);
    }
    expect(tags.size).toBe(addresses.length);
    await bench.post(person, '/delete-document', { documents: [{ orderId }] });
    for (const tag of [...tags, '*']) expect((await again(addresses[0]!, tag)).status).toBe(404);
  });

  test.each(['1/3', '1/0', '1/x', '1/1?size=huge', '1/1.5', '1/99999999999', '99999999999/1'])(
    'do not exist at …/%s',
    async (end) => {
      const person = await bench.aPerson();
      const { orderId } = await bench.aReadyDocument(person);
      const answer = await bench.core.call('GET', `/document-pages/${orderId}/${end}`, {
        cookie: person.cookie,
      });
      expect(answer.status).toBe(404);
    },
  );
});
