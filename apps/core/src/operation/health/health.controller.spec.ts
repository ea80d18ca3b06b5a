import { expect, test } from '@jest/globals';
import type { Messaging } from '@sixpence/messaging/messaging';
import type { StorageService } from '../../documents/storage/storage.service.js';
import { answeredDatabase } from '../../platform/database/testing/answered-database.js';
import { HealthController } from './health.controller.js';

type Part = 'database' | 'nats' | 'storage';

/** A core whose dependencies of these names do not answer. */
function coreWithout(...away: Part[]): HealthController {
  const answer = (part: Part) => () =>
    away.includes(part) ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [] });
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
])('a core without %j runs, is not ready, and names what does not answer', async (away, named) => {
  const core = coreWithout(...away);
  expect(core.alive()).toEqual({ status: 'ok' });
  await expect(core.ready()).rejects.toMatchObject({
    ...{ code: 'service.unavailable', message: `Not answering: ${named}`, retryAfterSeconds: 5 },
  });
});
