import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { all } from '@sixpence/core/platform/database/sql';
import { tableOwners } from '@sixpence/core/platform/database/table-owners';
import type { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../support/core/database.js';

let made: TestDatabase;
let database: DataSource;

beforeAll(async () => {
  made = await createDatabase();
  database = await createDataSource({ url: made.url, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await database.destroy();
  await made.drop();
});

test('every table and view has an owner', async () => {
  const tables = await all<{ name: string }>(
    database,
    `SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'v') AND relnamespace = 'public'::regnamespace`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableOwners).sort());
});
