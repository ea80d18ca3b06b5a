import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import { connected, createDatabase, type TestDatabase } from '../../support/core/database.js';

const shown = join(checkout, 'apps/core/src/platform/database/functions.sql');

let made: TestDatabase;
beforeAll(async () => {
  made = await createDatabase();
});
afterAll(() => made.drop());

test('functions.sql shows the functions as the migrations leave them; a change is written there to be looked at', async () => {
  const functions = await connected(made.superuserUrl, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
         AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       ORDER BY p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C"`,
    );
    return rows.map(({ text }) => `${text.trimEnd()};\n`);
  });
  const present = `-- The database's functions as all migrations leave them, to be read. Migrations make them; a test writes this file.\n\n${functions.join('\n')}`;
  const before = readFileSync(shown, 'utf8');
  if (before !== present) writeFileSync(shown, present);
  expect(before).toBe(present);
});
