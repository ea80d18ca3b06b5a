import { expect, test } from '@jest/globals';
import { dataSourceOptions, moduleOptions } from './data-source.js';

const url = 'postgres://localhost/sixpence';

test('every connection has time limits, and for a migration only the limit of a statement is lifted', () => {
  const { poolSize, extra } = dataSourceOptions({ url, poolSize: 3 });
  expect({ poolSize, ...extra }).toMatchObject({
    poolSize: 3,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'sixpence',
  });
  const ofMigration = dataSourceOptions({ url, poolSize: 3, statementMs: 0 }).extra;
  expect(ofMigration).toMatchObject({ statement_timeout: 0, lock_timeout: 2_000 });
});

test('the options of the database module allow one try to connect', () => {
  const options = { url, poolSize: 3 };
  expect(moduleOptions(options)).toEqual({ ...dataSourceOptions(options), retryAttempts: 1 });
});
