import { expect, jest, test } from '@jest/globals';
import { answeredDatabase } from '../../platform/database/testing/answered-database.js';
import { createLogger } from '../../platform/process/logger.js';
import type { StorageService } from '../storage/storage.service.js';
import { RemovalService } from './removal.service.js';

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => `document ${index}`);

interface Tables {
  /** The documents that have rows. */
  known?: readonly string[];
  /** The documents that are marked as deleted. */
  marked?: readonly string[];
}

/** Removal with a database of these documents and a storage that fails for some. */
function removalOf({ known = [], marked = [] }: Tables, failing: Record<string, Error>) {
  const askedIdBatches: string[][] = [];
  const notRemoved: string[] = [];
  const query = (sql: string, [ids = []]: string[][]) => {
    const idOf = (id: string) => ({ id });
    if (sql.includes('id::text')) {
      askedIdBatches.push(ids);
      return Promise.resolve({ rows: known.filter((id) => ids.includes(id)).map(idOf) });
    }
    if (sql.includes('removal_failed_at = ')) notRemoved.push(...ids);
    const isMarked = sql.includes('FOR UPDATE SKIP LOCKED');
    return Promise.resolve({ rows: isMarked ? [{ id: ids }] : marked.map(idOf), rowCount: 1 });
  };
  const destroyKey = jest.fn((_id: string) => Promise.resolve());
  const destroy = jest.fn((id: string) => (failing[id] ? Promise.reject(failing[id]) : Promise.resolve()));
  const removeAbandoned = jest.fn(() => Promise.resolve());
  const ages: number[] = [];
  async function* documentsOlderThan(ageMs: number) {
    ages.push(ageMs);
    for (const id of idsTo(2_001)) yield await Promise.resolve(id);
  }
  const storage = { destroyKey, destroy, removeAbandoned, documentsOlderThan };
  const removal = new RemovalService(
    answeredDatabase(query),
    storage as unknown as StorageService,
    createLogger('silent'),
  );
  const called = ({ mock }: typeof destroy) => mock.calls.map(([id]) => id);
  return {
    removal,
    askedIdBatches,
    ages,
    notRemoved,
    removeAbandoned,
    destroyed: () => called(destroy),
    keysDestroyed: () => called(destroyKey),
  };
}

const stuck = new Error('stuck');
const unreachable = Object.assign(new Error('the storage is unreachable'), { code: 'ECONNREFUSED' });

test('old documents in the storage that have no row are removed; one query checks a thousand', async () => {
  const known = ['document 1', 'document 1000', 'document 1999'];
  const { removal, askedIdBatches, ages, destroyed, removeAbandoned } = removalOf(
    { known },
    { 'document 0': stuck },
  );
  await removal.removeLost();
  expect(askedIdBatches.map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
  expect(askedIdBatches.flat()).toEqual(idsTo(2_001));
  // A document that cannot be removed does not stop the removal of the others, nor the sweep of staged files.
  expect(destroyed()).toEqual(idsTo(2_001).filter((id) => !known.includes(id)));
  expect(removeAbandoned).toHaveBeenCalledTimes(1);
  // 98 hours are 1 for an upload, 72 for a document, 24 for a hold, and 1 for the sweep.
  expect(ages).toEqual([98 * 3_600_000]);
});

test('one sweep destroys the keys of all ended documents, and removes the bytes of a hundred', async () => {
  const { removal, destroyed, keysDestroyed, notRemoved } = removalOf({ marked: idsTo(101) }, {});
  await removal.removeMarked();
  expect(keysDestroyed()).toEqual(idsTo(101));
  expect(destroyed()).toEqual(idsTo(100));
  expect(notRemoved).toEqual([]);
});

test.each([
  ['that is stuck is retried later, and the others are removed', stuck, 3],
  ['whose storage is unreachable ends the sweep, and is retried later', unreachable, 2],
])('a document %s', async (_, error, tried) => {
  const failing = { 'document 1': error };
  const { removal, destroyed, keysDestroyed, notRemoved } = removalOf({ marked: idsTo(3) }, failing);
  await removal.removeMarked();
  expect(keysDestroyed()).toEqual(idsTo(3));
  expect(destroyed()).toEqual(idsTo(tried));
  expect(notRemoved).toEqual(['document 1']);
});
