import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import type { Logger } from 'pino';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import { RemovalRoundsService } from '@sixpence/core/documents/removal/removal-rounds.service';
import { RoundsService } from '@sixpence/core/platform/process/rounds.service';
import { RemovalService } from '@sixpence/core/documents/removal/removal.service';
import { StorageService } from '@sixpence/core/documents/storage/storage.service';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { DocumentsBench } from '../../support/worlds/documents-bench.js';
import { until } from '../../support/until.js';

const pdf = 'application/pdf';

let bench: DocumentsBench;
beforeAll(async () => {
  bench = await DocumentsBench.start();
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('the removal of a document', () => {
  test('by its owner is immediate: list, images, bytes, key [row 383]', async () => {
    const person = await bench.aPerson();
    const { orderId, pagePreviews } = await bench.aReadyDocument(person);
    const another = await bench.upload(person);
    expect(existsSync(bench.keyOf(orderId)) && existsSync(bench.bytesOf(orderId))).toBe(true);
    const body = { documents: [{ orderId }, { orderId: another }, { orderId }] };
    const answer = await bench.post(person, '/delete-document', body);
    expect(answer.status).toBe(200);
    expect(await person.uploads.list()).toEqual([]);
    expect((await bench.core.call('GET', pagePreviews[0]!, { cookie: person.cookie })).status).toBe(404);
    expect(existsSync(bench.keyOf(orderId)) || existsSync(bench.bytesOf(orderId))).toBe(false);
    expect(await bench.facts('print.document.deleted', orderId)).toBe(1);
  });

  test('hides the document while a job uses it, and deletes the bytes after the job', async () => {
    const person = await bench.aPerson();
    const { orderId } = await bench.aReadyDocument(person);
    await bench.startJob(orderId);
    await bench.post(person, '/delete-document', { documents: [{ orderId }] });
    expect(await person.uploads.list()).toEqual([]);
    await bench.life.sweepDocuments();
    const { stream } = await bench.core.app.get(ConversionsService).openNormalised(orderId, 1);
    expect((await stream.toArray()).length).toBe(1);
    await bench.endJob(orderId);
    await bench.life.sweepDocuments();
    expect(existsSync(bench.keyOf(orderId)) || existsSync(bench.bytesOf(orderId))).toBe(false);
    await expect(bench.core.app.get(ConversionsService).openNormalised(orderId, 1)).rejects.toMatchObject({
      code: 'storage.unknown',
    });
  });

  test('happens after 72 hours by the database clock: rows, bytes, key [row 463]', async () => {
    const person = await bench.aPerson();
    const { orderId, pagePreviews, expiresAt } = await bench.aReadyDocument(person);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    await bench.inTheFuture('72 hours 1 second', async () => {
      expect(await person.uploads.list()).toEqual([]);
      expect((await bench.core.call('GET', pagePreviews[0]!, { cookie: person.cookie })).status).toBe(404);
      await until(async () => {
        await bench.life.sweepDocuments();
        return !existsSync(bench.keyOf(orderId)) && !existsSync(bench.bytesOf(orderId));
      });
    });
    const rows: unknown[] = await bench.core.database.query('SELECT 1 FROM documents WHERE id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([]);
    expect(await bench.facts('print.document.deleted', orderId)).toBe(1);
  });

  test('continues with other documents when more documents fail than one sweep handles', async () => {
    const person = await bench.aPerson();
    const [noKey, noBytes] = [await bench.upload(person), await bench.upload(person)];
    await bench.core.database.query(
      `INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
       SELECT $1, 'stuck.pdf', '1-Sided', false, app_now() FROM generate_series(1, 120)`,
      [person.userId],
    );
    const [stuck]: [{ id: string }[], number] = await bench.core.database.query(
      `UPDATE documents SET deleted_at = app_now() - interval '1 hour' WHERE owner_id = $1 RETURNING id`,
      [person.userId],
    );
    const isStuck = (documentId: string) => stuck.some(({ id }) => id === documentId);
    const sealed = bench.core.app.get(SealedStore);
    const keys = jest
      .spyOn(bench.core.app.get(StorageService), 'destroyKey')
      .mockImplementation((id) =>
        id === noKey ? Promise.reject(new Error('A stuck key')) : sealed.destroyKey(id),
      );
    const bytes = jest
      .spyOn(bench.core.app.get(StorageService), 'destroy')
      .mockImplementation((id) =>
        isStuck(id) ? Promise.reject(new Error('Stuck bytes')) : sealed.destroy(id),
      );
    try {
      const orderId = await bench.upload(person);
      await bench.core.database.query('UPDATE documents SET expires_at = app_now() WHERE id = $1', [orderId]);
      await until(async () => {
        await bench.life.sweepDocuments();
        return !existsSync(bench.keyOf(orderId)) && !existsSync(bench.bytesOf(orderId));
      });
      expect([existsSync(bench.keyOf(noKey)), existsSync(bench.keyOf(noBytes))]).toEqual([true, false]);
      expect(existsSync(bench.bytesOf(noBytes))).toBe(true);
    } finally {
      keys.mockRestore();
      bytes.mockRestore();
    }
    await until(async () => {
      await bench.life.sweepDocuments();
      return [noKey, noBytes].every((id) => !existsSync(bench.keyOf(id)) && !existsSync(bench.bytesOf(id)));
    });
  });

  test('continues in the same sweep with other documents when the bytes of one cannot be removed', async () => {
    const person = await bench.aPerson();
    const [stuck, other] = [await bench.upload(person), await bench.upload(person)];
    const sealed = bench.core.app.get(SealedStore);
    const bytes = jest
      .spyOn(bench.core.app.get(StorageService), 'destroy')
      .mockImplementation((id) =>
        id === stuck ? Promise.reject(new Error('Stuck bytes')) : sealed.destroy(id),
      );
    try {
      await bench.core.database.query(
        `UPDATE documents SET deleted_at = app_now() - make_interval(secs => CASE id WHEN $1::uuid THEN 60
          ELSE 0 END)
         WHERE owner_id = $2`,
        [stuck, person.userId],
      );
      await bench.life.sweepDocuments();
      expect([stuck, other].map((id) => existsSync(bench.bytesOf(id)))).toEqual([true, false]);
    } finally {
      bytes.mockRestore();
    }
    await bench.life.sweepDocuments();
  });

  test('succeeds for the owner although the bytes cannot be removed at once, and the next sweep removes them', async () => {
    const person = await bench.aPerson();
    const orderId = await bench.upload(person);
    const removal = jest.spyOn(bench.core.app.get(RemovalService), 'removeMarkedAmong');
    removal.mockRejectedValueOnce(new Error('the database is down'));
    const warn = jest.spyOn(bench.core.app.get<Logger>(LOGGER), 'warn');
    await person.uploads.delete([{ orderId }]);
    removal.mockRestore();
    const said = warn.mock.calls.map(([, message]) => message);
    warn.mockRestore();
    expect(said).toContain('the bytes of deleted documents are not removed yet, the next sweep tries again');
    expect(await person.uploads.list()).toEqual([]);
    expect(existsSync(bench.bytesOf(orderId))).toBe(true);
    await bench.life.sweepDocuments();
    expect(existsSync(bench.bytesOf(orderId))).toBe(false);
  });

  test('destroys the key, and leaves the bytes to another core that has locked the row', async () => {
    const person = await bench.aPerson();
    const orderId = await bench.upload(person);
    await bench.core.database.query('UPDATE documents SET deleted_at = app_now() WHERE id = $1', [orderId]);
    await bench.core.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [orderId]);
      await bench.core.app.get(RemovalService).removeMarkedAmong([orderId]);
      expect([existsSync(bench.keyOf(orderId)), existsSync(bench.bytesOf(orderId))]).toEqual([false, true]);
    });
    await bench.life.sweepDocuments();
    expect(existsSync(bench.bytesOf(orderId))).toBe(false);
  });

  test('is run by core’s timer', async () => {
    const person = await bench.aPerson();
    const orderId = await bench.upload(person);
    await bench.core.database.query('UPDATE documents SET expires_at = app_now() WHERE id = $1', [orderId]);
    const rounds = bench.core.app.get(RoundsService);
    const removal = bench.core.app.get(RemovalRoundsService);
    rounds.startRounds(removal);
    try {
      await until(() => !existsSync(bench.keyOf(orderId)) && !existsSync(bench.bytesOf(orderId)));
    } finally {
      await rounds.stopRounds(removal);
    }
  });

  test('happens after an hour for an upload that never arrived', async () => {
    const person = await bench.aPerson();
    const answer = await bench.post(person, '/file-upload', { originalFileName: 'a.pdf', fileType: pdf });
    const { orderId } = (await answer.json()) as { orderId: string };
    await bench.inTheFuture('61 minutes', async () => {
      await bench.life.sweepDocuments();
      await until(() => !existsSync(bench.keyOf(orderId)));
    });
  });
});
