import { selectPresentFunctions } from '@sixpence/core/platform/database/functions';
import type { Client } from 'pg';

/**
 * The schema of a database, sorted, one line for each part: tables, columns in order, constraints, indexes,
 * triggers, views, sequences, functions. Constraints are pretty-printed, because a restored dump nests them
 * differently.
 */
export async function schemaOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    WITH ours AS (SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    SELECT concat_ws(' ', c.relkind, c.relname, c.relpersistence, c.relrowsecurity) AS line
    FROM pg_class c JOIN ours USING (oid) WHERE c.relkind NOT IN ('i', 'S')
    UNION ALL
    SELECT concat_ws(' ', 'column', relname, row_number() OVER (PARTITION BY attrelid
      ORDER BY attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
    FROM pg_attribute a JOIN ours ON ours.oid = attrelid AND relkind = 'r'
    LEFT JOIN pg_attrdef d ON (adrelid, adnum) = (attrelid, attnum) WHERE attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(o.oid, true), convalidated)
    FROM pg_constraint o JOIN ours ON ours.oid = conrelid WHERE contype <> 'n'
    UNION ALL
    SELECT concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index
      JOIN ours ON ours.oid = indrelid
    UNION ALL
    SELECT concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
    FROM pg_trigger t JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM ours WHERE relkind = 'v'
    UNION ALL
    SELECT concat_ws(' ', 'sequence', relname, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax,
      seqcycle)
    FROM pg_sequence JOIN ours ON ours.oid = seqrelid
    UNION ALL
    SELECT concat_ws(' ', 'function', name, digest) FROM (${selectPresentFunctions}) functions`);
  return rows.map(({ line }) => line).sort();
}

/** The rows of every table, by table, without the table of migrations. */
export async function rowsOf(client: Client): Promise<Record<string, unknown[]>> {
  const tables = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'
      ORDER BY 1`,
  );
  const byTable: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: unknown }>(
      `SELECT to_jsonb(t) AS row FROM public."${name}" t ORDER BY t::text COLLATE "C"`,
    );
    byTable[name] = rows.map(({ row }) => row);
  }
  return byTable;
}
