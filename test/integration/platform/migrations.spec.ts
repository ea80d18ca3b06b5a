import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { events } from '@sixpence/contracts/events/events';
import { dataSourceOptions } from '@sixpence/core/platform/database/data-source';
import { migrate } from '@sixpence/core/platform/database/migrate';
import { migrations } from '@sixpence/core/platform/database/migrations/index';
import { DataSource } from 'typeorm';
import { connected, createDatabase, type TestDatabase } from '../../support/core/database.js';

/** The last migration of a schema in which `print.document.uploaded` still handed documents to converters. */
const last = 'Removals1075';

let database: TestDatabase;
let before: DataSource;
beforeAll(async () => {
  database = await createDatabase();
  const older = migrations.slice(0, migrations.findIndex(({ name }) => name === last) + 1);
  before = new DataSource({
    ...dataSourceOptions({ url: database.ownerUrl, poolSize: 2 }),
    migrations: older,
  });
  await before.initialize();
  await before.query('DROP SCHEMA public CASCADE');
  await before.query('CREATE SCHEMA public');
  await before.runMigrations();
  // Writes down how long each change of the schema was given.
  await before.query(`
    CREATE TABLE public.seen (statement_limit text);
    CREATE FUNCTION see_limit() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO public.seen SELECT current_setting('statement_timeout'); END $$`);
  await connected(database.superuserUrl, (superuser) =>
    superuser.query('CREATE EVENT TRIGGER see_limit ON ddl_command_end EXECUTE FUNCTION see_limit()'),
  );
});
afterAll(async () => {
  await before.destroy();
  await database.drop();
});

const contents = async () => {
  const tables: { name: string }[] = await before.query(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
    // The ledger moves to tables of another shape: `ledger-migration.spec.ts`.
    [
      [
        'migrations',
        'outbox',
        'seen',
        'ledger_accounts',
        'transfers',
        'postings',
        'settlements',
        'transfer_kinds',
      ],
    ],
  );
  const kept: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows: { row: Record<string, unknown> }[] = await before.query(
      `SELECT to_jsonb(t) - 'current_revision' - 'refused_sentence' - 'email' AS row FROM ${name} t ORDER BY 1`,
    );
    kept[name] = rows.map(({ row }) => row);
  }
  return kept;
};

/** The address as a deployment has it: the tests' own says how long statements may take. */
function withoutSettings(url: string): string {
  const plain = new URL(url);
  plain.search = '';
  return plain.href;
}

test('an older database keeps every row, and what converters had in hand is handed to them again', async () => {
  await before.query(`
    WITH anna AS (INSERT INTO users (email, password_hash) VALUES ('anna@example.com', 'x') RETURNING id),
    session AS (
      INSERT INTO sessions (token_hash, user_id, expires_at) SELECT 'x', id, app_now() + interval '1 day' FROM anna
    ), documents AS (
      INSERT INTO documents (owner_id, file_name, side, is_color, expires_at, deleted_at, current_revision)
      SELECT id, name, '1-Sided', false, app_now() + interval '1 day', deleted_at, revision FROM anna,
        (VALUES ('in hand', NULL, 1), ('selecting', NULL, 1), ('waiting', NULL, 1), ('awaited', NULL, 1),
                ('failed', NULL, 1), ('deleted', app_now(), 1)) AS made (name, deleted_at, revision)
      RETURNING id, file_name
    )
    INSERT INTO document_revisions
      (document_id, revision, state, media_type, handed_out_at, based_on, keep_pages, pages, page_count, conversion_id, reason)
    SELECT id, r.revision, r.state, 'application/pdf', CASE WHEN r.handed THEN app_now() END, r.based_on, r.keep,
      CASE WHEN r.state = 'ready' THEN '[{}]'::jsonb END, CASE WHEN r.state = 'ready' THEN 1 END,
      CASE WHEN r.state = 'ready' THEN gen_random_uuid() END, CASE WHEN r.state = 'failed' THEN 'damaged' END
    FROM documents JOIN (VALUES
      ('in hand', 1, 'uploaded', true, NULL, NULL), ('selecting', 1, 'ready', true, NULL, NULL),
      ('selecting', 2, 'uploaded', true, 1, ARRAY[2, 3]), ('waiting', 1, 'uploaded', false, NULL, NULL),
      ('awaited', 1, 'awaiting-upload', false, NULL, NULL), ('failed', 1, 'failed', true, NULL, NULL),
      ('deleted', 1, 'uploaded', true, NULL, NULL)
    ) AS r (name, revision, state, handed, based_on, keep) ON r.name = file_name`);
  const rows = await contents();

  await migrate({
    DATABASE_URL: withoutSettings(database.url),
    DATABASE_OWNER_URL: withoutSettings(database.ownerUrl),
  });

  expect(await contents()).toMatchObject(rows);
  const addresses: unknown = await before.query(
    'SELECT address, is_primary, proven_at = u.created_at AS since_then FROM addresses JOIN users u ON u.id = user_id',
  );
  expect(addresses).toEqual([{ address: 'anna@example.com', is_primary: true, since_then: true }]);
  const due: { name: string; body: unknown }[] = await before.query(
    `SELECT file_name AS name, body FROM outbox JOIN documents d ON d.id::text = body->>'documentId'
     WHERE subject = 'print.conversion.due' ORDER BY file_name`,
  );
  const facts = due.map(({ name, body }) => ({ name, ...events['print.conversion.due'].parse(body) }));
  expect(facts).toMatchObject([
    { name: 'in hand', revision: 1, mediaType: 'application/pdf' },
    { name: 'selecting', revision: 2, keepPages: [2, 3] },
  ]);
  expect(facts[0]).not.toHaveProperty('keepPages');
});

test('a change of the schema may take as long as it takes', async () => {
  const limits: { limit: string }[] = await before.query(
    'SELECT DISTINCT statement_limit AS limit FROM seen',
  );
  expect(limits).toEqual([{ limit: '0' }]);
});
