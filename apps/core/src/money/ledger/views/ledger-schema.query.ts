import { functionSources, selectPresentFunctions } from '../../../platform/database/functions.js';
import { ledgerSchema } from '../ledger-schema.js';
import type { Rule } from '../rules.query.js';

const tables = `('ledger_accounts', 'transfer_kinds', 'transfers', 'settlements', 'ledger_checkpoints')`;

/**
 * A query of the ledger's tables and all functions as they are in the database now: one row for each object,
 * with its name and a digest. The digests are the same in every supported version of PostgreSQL.
 */
export const schemaNow = `
  SELECT 'function ' || name AS name, digest FROM (${selectPresentFunctions}) functions
  UNION ALL
  SELECT 'trigger ' || t.tgname || ' on ' || c.relname,
    md5(concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled IN ('O', 'A')))
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
    AND (c.relname IN ${tables} OR c.relname = 'payments')
  UNION ALL
  SELECT 'constraint ' || o.conname || ' on ' || c.relname, md5(pg_get_constraintdef(o.oid))
  FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
  WHERE o.contype <> 'n' AND c.relnamespace = 'public'::regnamespace AND c.relname IN ${tables}
  UNION ALL
  SELECT 'unique index ' || i.indexrelid::regclass,
    md5(concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid))
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname IN ${tables}
  UNION ALL
  SELECT 'column ' || c.relname || '.' || a.attname,
         md5(concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
                       pg_get_expr(d.adbin, d.adrelid)))
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relnamespace = 'public'::regnamespace
    AND c.relname IN ${tables}
  UNION ALL
  SELECT 'table ' || c.relname, md5(concat_ws(' ', c.relkind, c.relpersistence, c.relrowsecurity))
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN ${tables}
  UNION ALL
  SELECT 'rule ' || r.rulename || ' on ' || c.relname, md5(r.ev_enabled::text)
  FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN ${tables}
  UNION ALL
  SELECT 'transfer kind ' || kind, md5(concat_ws(' ', debit, credit, pending, of_job)) FROM transfer_kinds
  UNION ALL
  SELECT 'account ' || id, md5(concat_ws(' ', kind, currency)) FROM ledger_accounts WHERE kind <> 'wallet'`;

/** The rows of `schemaNow` in an intact database: name → digest. */
export const schemaExpected: Readonly<Record<string, string>> = {
  ...ledgerSchema,
  ...Object.fromEntries(functionSources.map(({ name, digest }) => [`function ${name}`, digest])),
};

const expected = Object.entries(schemaExpected)
  .map(([name, digest]) => `('${name}', '${digest}')`)
  .join(', ');

/**
 * Rules that compare the ledger's schema in the database with the migrations and the sources of the
 * functions.
 */
export const schemaRules: readonly Rule[] = [
  {
    invariant: 'M4 the schema of the ledger is the one that migrations and sources of functions make',
    sql: `SELECT coalesce(expected.name, now.name)
                 || CASE WHEN now.name IS NULL THEN ' is missing' WHEN expected.name IS NULL THEN ' was added'
                         ELSE ' was altered' END AS finding
          FROM (VALUES ${expected}) AS expected (name, digest) FULL JOIN (${schemaNow}) now
            ON now.name = expected.name
          WHERE now.digest IS DISTINCT FROM expected.digest`,
  },
  {
    invariant: 'M4 the foreign keys between the ledger’s tables are enforced',
    sql: `SELECT 'the check of ' || o.conname || ' on ' || c.relname || ' is off' AS finding
          FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
            JOIN pg_constraint o ON o.oid = t.tgconstraint
          WHERE t.tgisinternal AND t.tgenabled NOT IN ('O', 'A')
            AND c.relnamespace = 'public'::regnamespace AND c.relname IN ${tables}`,
  },
  {
    invariant: 'M4 only the owner of the ledger’s tables writes to them, and its functions need a grant',
    sql: `SELECT grants.grantee::regrole || ' may ' || grants.privilege_type || ' ' || c.relname AS finding
          FROM pg_class c, aclexplode(c.relacl) AS grants
          WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN ${tables}
            AND grants.grantee <> c.relowner AND grants.privilege_type <> 'SELECT'
          UNION ALL
          SELECT grants.grantee::regrole || ' may ' || grants.privilege_type || ' ' || c.relname || '.'
            || a.attname
          FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid, aclexplode(a.attacl) AS grants
          WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN ${tables}
            AND grants.grantee <> c.relowner AND grants.privilege_type <> 'SELECT'
          UNION ALL
          SELECT 'everybody may call ' || p.oid::regprocedure
          FROM pg_proc p, aclexplode(p.proacl) AS grants
          WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'ledger\\_%' AND grants.grantee = 0
          UNION ALL
          SELECT 'function ' || p.oid::regprocedure || ' belongs to ' || p.proowner::regrole
          FROM pg_proc p, pg_class c
          WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'ledger\\_%'
            AND c.oid = 'public.transfers'::regclass AND p.proowner <> c.relowner`,
  },
];
