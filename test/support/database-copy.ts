import { Client } from 'pg';
import { createDatabase, type TestDatabase } from './database.js';

/** Every row of a database as it is at this moment, in another one: what a backup gives back when it is restored. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const copy = await createDatabase();
  const [from, to] = [
    new Client({ connectionString: url }),
    new Client({ connectionString: copy.superuserUrl }),
  ];
  await Promise.all([from.connect(), to.connect()]);
  try {
    // Rows come in any order of their tables, so keys and triggers wait, as they do for a restored dump.
    await to.query('SET session_replication_role = replica');
    const { rows: tables } = await from.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
    );
    for (const { name } of tables) {
      const { rows } = await from.query<{ all: string }>(
        `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${name} t`,
      );
      await to.query(`DELETE FROM ${name}`);
      await to.query(
        `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(null::${name}, $1)`,
        [rows[0]?.all],
      );
    }
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
  return copy;
}
