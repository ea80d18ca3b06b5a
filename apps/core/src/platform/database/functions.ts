import { readdirSync, readFileSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { errorCode } from './error-code.js';
import { digestInDatabase, functionsIn, type FunctionSource } from './function-source.js';
import { sourceFolder } from './source-folder.js';
import { all } from './sql.js';

const folder = new URL('functions/', sourceFolder(import.meta.url));

/** The text of each file of `functions/`, sorted by file name. */
const texts = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => readFileSync(new URL(file, folder), 'utf8'));

/** Every function that the source files define. */
export const functionSources: readonly FunctionSource[] = texts.flatMap(functionsIn);

/**
 * A query for name and digest of each of our functions in the database, to compare with `functionSources`.
 */
export const selectPresentFunctions = `
  SELECT p.oid::regprocedure::text AS name, ${digestInDatabase} AS digest
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
    AND (p.proname LIKE 'ledger\\_%'
      OR p.proname IN (${[...new Set(functionSources.map(quotedNameOf))].join(', ')}))`;

function quotedNameOf({ name }: FunctionSource): string {
  return `'${name.slice(0, name.indexOf('('))}'`;
}

/**
 * Replaces the functions in the database by those of the source files, in one transaction; changes nothing
 * when all are the same.
 * @returns the names of the functions that were missing or different
 * @throws Error when this role does not own them
 */
export async function applyFunctions(database: DataSource): Promise<string[]> {
  const present = await all<{ name: string; digest: string }>(database, selectPresentFunctions);
  const digests = new Map(present.map(({ name, digest }) => [name, digest]));
  const different = functionSources.filter(({ name, digest }) => digests.get(name) !== digest);
  if (different.length === 0) return [];
  const names = different.map(({ name }) => name);
  try {
    // PostgreSQL runs several statements of one query as one transaction.
    await database.query(texts.join('\n'));
  } catch (cause) {
    if (!(cause instanceof Error) || errorCode(cause) !== insufficientPrivilege) throw cause;
    throw new Error(
      `These functions in the database differ from their source, and only the owner of the tables may ` +
        `replace them: ${names.join(', ')}. Name the owner in DATABASE_OWNER_URL`,
      { cause },
    );
  }
  return names;
}

const insufficientPrivilege = '42501';
