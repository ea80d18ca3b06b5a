import { expect, test } from '@jest/globals';
import type { Messaging } from '@sixpence/messaging/messaging';
import type { StorageService } from '../../documents/storage/storage.service.js';
import { answeredDatabase } from '../../platform/database/testing/answered-database.js';
import { HealthController } from './health.controller.js';

type Part = 'database' | 'nats' | 'storage';

/** A core whose dependencies of these names do not answer. */
function coreWithout(...failing: Part[]): HealthController {
  const answer = (part: Part) => () =>
    failing.includes(part) ? Promise.reject(new Error('no answer')) : Promise.resolve({ rows: [] });
  return new HealthController(
    answeredDatabase(answer('database')),
    { checkServer: answer('nats') } as unknown as Messaging,
    { checkStore: answer('storage') } as unknown as StorageService,
  );
}

test('a core is ready when the database, NATS, and the storage answer', async () => {
  expect(await coreWithout().ready()).toEqual({ status: 'ready' });
});

test.each<[Part[], string]>([
  [['database'], 'database'],
  [['nats'], 'nats'],
  [['storage'], 'storage'],
  [['database', 'storage'], 'database, storage'],
])('when %j does not answer, core is alive but not ready, and names each of them', async (failing, named) => {
  const core = coreWithout(...failing);
  expect(core.alive()).toEqual({ status: 'ok' });
  await expect(core.ready()).rejects.toMatchObject({
    ...{ code: 'service.unavailable', message: `Not answering: ${named}`, retryAfterSeconds: 5 },
  });
});
