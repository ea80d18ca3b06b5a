import { Client } from 'pg';
import { createDatabase, type TestDatabase } from './database.js';

/** Copies every row of a database as it is now into another one, like a restored backup. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const copy = await createDatabase();
  const [from, to] = [
    new Client({ connectionString: url }),
    new Client({ connectionString: copy.superuserUrl }),
  ];
  await Promise.all([from.connect(), to.connect()]);
  try {
    // The tables are copied in any order, so keys and triggers are off, as for a restored dump.
    await to.query('SET session_replication_role = replica');
    // Generated columns are not copied.
    const { rows: tables } = await from.query<{ name: string; columns: string }>(
      `SELECT quote_ident(c.relname) AS name, string_agg(quote_ident(a.attname), ', ') AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
         AND a.attgenerated = '' GROUP BY c.relname`,
    );
    for (const { name, columns } of tables) {
      const { rows } = await from.query<{ all: string }>(
        `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${name} t`,
      );
      await to.query(`DELETE FROM ${name}`);
      await to.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM json_populate_recordset(null::${name}, $1)`,
        [rows[0]?.all],
      );
    }
    // New rows get numbers after the copied ones.
    const { rows: sequences } = await from.query<{ name: string; last: string }>(
      `SELECT quote_ident(sequencename) AS name, last_value AS last FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL`,
    );
    for (const { name, last } of sequences) await to.query('SELECT setval($1::regclass, $2)', [name, last]);
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
  return copy;
}
