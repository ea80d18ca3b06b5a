import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { migrate } from '@sixpence/core/platform/database/migrate';
import { migrations } from '@sixpence/core/platform/database/migrations/index';
import { checkout } from '@sixpence/sandbox/checkout';
import type { Client } from 'pg';
import { connected, createDatabase, type TestDatabase } from '../../support/core/database.js';
import { rowsOf, schemaOf } from '../../support/core/schema.js';
import { until } from '../../support/until.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

const asOwner = <T>(work: (owner: Client) => Promise<T>) => connected(database.ownerUrl, work);

const migrateIt = () =>
  migrate({
    DATABASE_URL: withoutSettings(database.url),
    DATABASE_OWNER_URL: withoutSettings(database.ownerUrl),
  });

/** The address without settings, as in a deployment: that of the tests sets a statement timeout. */
function withoutSettings(url: string): string {
  const plain = new URL(url);
  plain.search = '';
  return plain.href;
}

const empty = () => asOwner((owner) => owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

const applied = () =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  });

const all = migrations.map((Migration) => new Migration().name);

describe('a new database', () => {
  beforeEach(empty);

  test('has the schema after one migration run, and a second run changes nothing', async () => {
    await migrateIt();
    expect(await applied()).toEqual(all);
    const made = await asOwner(schemaOf);
    expect(made).toEqual(expect.arrayContaining([expect.stringMatching(/^r jobs /)]));
    expect(await migrateIt()).toEqual({ replaced: [] });
    expect(await applied()).toEqual(all);
    expect(await asOwner(schemaOf)).toEqual(made);
  });

  test('is migrated once by processes that start at the same time, even if the first one takes long', async () => {
    const waiting = () =>
      connected(database.superuserUrl, async (superuser) => {
        const { rows } = await superuser.query<object>(
          `SELECT count(*)::int AS count,
            min(extract(epoch FROM clock_timestamp() - query_start)) > 2.5 AS long
           FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
        );
        return rows[0];
      });
    const { starts } = await asOwner(async (first) => {
      await first.query('SELECT pg_advisory_lock(7316001)');
      const starts = Promise.all([migrateIt(), migrateIt(), migrateIt()]);
      // Longer than the time limit of all other locks.
      await until(async () => JSON.stringify(await waiting()) === '{"count":3,"long":true}');
      return { starts };
    });
    expect(await starts).toEqual([{ replaced: [] }, { replaced: [] }, { replaced: [] }]);
    expect(await applied()).toEqual(all);
  });

  test('is migrated without a statement timeout', async () => {
    await connected(database.superuserUrl, (superuser) =>
      superuser.query(`
        CREATE SCHEMA seen;
        CREATE TABLE seen.limits (tag text, statement_limit text);
        GRANT ALL ON SCHEMA seen TO PUBLIC;
        GRANT ALL ON seen.limits TO PUBLIC;
        CREATE FUNCTION seen.limit() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO seen.limits SELECT tg_tag, current_setting('statement_timeout'); END $$;
        CREATE EVENT TRIGGER see_limit ON ddl_command_end EXECUTE FUNCTION seen.limit()`),
    );
    await migrateIt();
    const limits = await asOwner((owner) =>
      owner.query(`SELECT DISTINCT statement_limit AS limit FROM seen.limits WHERE tag LIKE 'CREATE %'`),
    );
    expect(limits.rows).toEqual([{ limit: '0' }]);
  });
});

describe('a database of an earlier version', () => {
  const folder = join(checkout, 'test/fixtures/databases');
  const versions = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));

  test.each(versions)('%s is migrated to the schema of a new one, and keeps every row', async (version) => {
    const ofNew = await asOwner(schemaOf);
    await empty();
    await asOwner((owner) => owner.query(readFileSync(join(folder, `${version}.sql`), 'utf8')));
    const before = await asOwner(rowsOf);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(20);

    await migrateIt();

    expect(await applied()).toEqual(all);
    expect(await asOwner(schemaOf)).toEqual(ofNew);
    expect(await asOwner(rowsOf)).toMatchObject(before);
  });

  test('is kept for this test for each version from 0.2.0 on', () => {
    expect(versions).toContain('0.2.0');
  });
});

describe('a database older than 0.2.0', () => {
  /** The migrations table of such a database, as TypeORM wrote it. */
  const history = readFileSync(join(checkout, 'test/fixtures/migrations-before-0.2.0.txt'), 'utf8')
    .trim()
    .split('\n');

  const list = (names: string[]) =>
    asOwner(async (owner) => {
      await owner.query('TRUNCATE migrations');
      await owner.query(
        'INSERT INTO migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name',
        [names],
      );
    });

  test('with its last schema is migrated: the baseline is recorded without running, and functions are replaced', async () => {
    const ofNew = await asOwner(schemaOf);
    await list(history);
    await asOwner((owner) =>
      owner.query(`
        INSERT INTO users (id) VALUES ('00000000-0000-4000-8000-000000000001');
        CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()'`),
    );
    const before = await asOwner(rowsOf);

    expect(await migrateIt()).toEqual({ replaced: [] });

    expect(await applied()).toEqual([...history, ...all]);
    expect(await asOwner(schemaOf)).toEqual(ofNew);
    expect(await asOwner(rowsOf)).toEqual(before);
    expect(await migrateIt()).toEqual({ replaced: [] });
    expect(await applied()).toEqual([...history, ...all]);
  });

  test.each([
    [
      'lacks its last migration',
      history.slice(0, -1),
      /older than .* KeptParkedMessages1763600001655 did not run/,
    ],
    ['lacks one in the middle', history.toSpliced(30, 1), /Start the last version before 0\.2\.0 on it once/],
    [
      'lists a migration that no version has',
      [...history, 'Strange1763600001999'],
      /lists Strange1763600001999/,
    ],
    ['lists migrations of another service', ['Init1500000000000'], /was not made by a released version/],
  ])('that %s is refused and not changed', async (_, names, reason) => {
    await list(names);
    const before = await asOwner(schemaOf);
    await expect(migrateIt()).rejects.toThrow(reason);
    expect(await applied()).toEqual(names);
    expect(await asOwner(schemaOf)).toEqual(before);
  });
});

describe('functions that differ from their source', () => {
  const alter = () =>
    asOwner((owner) =>
      owner.query(`
        CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';
        ALTER FUNCTION ledger_lock(uuid) SECURITY INVOKER; DROP FUNCTION ledger_digest(bigint, bigint)`),
    );

  test('are replaced and named by the next migration run', async () => {
    const ofNew = await asOwner(schemaOf);
    await alter();
    const { replaced } = await migrateIt();
    expect(replaced).toEqual(['app_now()', 'ledger_digest(bigint,bigint)', 'ledger_lock(uuid)']);
    expect(await asOwner(schemaOf)).toEqual(ofNew);
  });

  test('are an error for a role that may not replace them', async () => {
    await alter();
    const asService = migrate({ DATABASE_URL: withoutSettings(database.url), DATABASE_OWNER_URL: '' });
    await expect(asService).rejects.toThrow(
      /differ from their source.*: app_now\(\), ledger_digest\(bigint,bigint\), ledger_lock\(uuid\)\. Name the owner/,
    );
  });

  test('are kept in a database that a later version has migrated', async () => {
    await alter();
    await asOwner((owner) =>
      owner.query(`INSERT INTO migrations (timestamp, name) VALUES (1763600009999, 'Later1763600009999')`),
    );
    const before = await asOwner(schemaOf);
    expect(await migrateIt()).toEqual({ replaced: [] });
    expect(await asOwner(schemaOf)).toEqual(before);
  });
});
