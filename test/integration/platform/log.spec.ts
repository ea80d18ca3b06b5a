import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { migrate } from '@sixpence/core/platform/database/migrate';
import { changed } from '@sixpence/core/platform/database/sql';
import { createLogger } from '@sixpence/core/platform/process/logger';
import type { DataSource } from 'typeorm';
import { createDatabase } from '../../support/core/database.js';

const canary = 'canary-7f3a@example.com';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let database: DataSource;

beforeAll(async () => {
  const made = await createDatabase();
  after.defer(() => made.drop());
  await migrate({ DATABASE_URL: made.url, DATABASE_OWNER_URL: made.ownerUrl });
  database = await createDataSource({ url: made.url, poolSize: 2 }).initialize();
  after.defer(() => database.destroy());
});

afterAll(() => after.disposeAsync());

test.each([
  [
    'a duplicate row',
    `INSERT INTO addresses (address, user_id, proven_by, is_primary)
     SELECT :value, gen_random_uuid(), 'operator', true FROM generate_series(1, 2)`,
    '23505',
    'addresses_pkey',
  ],
  ['a value of another type', 'SELECT * FROM users WHERE id = CAST(:value AS uuid)', '22P02', undefined],
  ['invalid JSON', 'SELECT CAST(:value AS jsonb)', '22P02', undefined],
])('%s is logged with its code and without the value', async (_, sql, code, constraint) => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const failure: unknown = await changed(database, sql, { value: canary }).catch((error: unknown) => error);
  logger.error({ err: failure }, 'unexpected failure');
  logger.error({ err: new Error('wrapped', { cause: failure }) }, 'unexpected failure');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('canary');
  const [first] = lines.map((line) => JSON.parse(line) as { err: object });
  expect(first?.err).toMatchObject({ type: 'QueryFailedError', code, ...(constraint && { constraint }) });
});
