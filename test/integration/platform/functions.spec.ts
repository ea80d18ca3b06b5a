import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digestInDatabase } from '@sixpence/core/platform/database/function-source';
import { functionSources } from '@sixpence/core/platform/database/functions';
import { connected, createDatabase, type TestDatabase } from '../../support/core/database.js';

let made: TestDatabase;
beforeAll(async () => {
  made = await createDatabase();
});
afterAll(() => made.drop());

test('a migrated database has exactly the functions of functions/*.sql', async () => {
  const inDatabase = await connected(made.superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string; digest: string }>(
      `SELECT p.oid::regprocedure::text AS name, ${digestInDatabase} AS digest
       FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
       WHERE p.pronamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    );
    return rows;
  });
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
  expect(inDatabase.toSorted(byName)).toEqual(functionSources.toSorted(byName));
  expect(inDatabase.length).toBeGreaterThan(15);
});
