import { createHash } from 'node:crypto';

/** A function of the database, read from its source file. */
export interface FunctionSource {
  /** As PostgreSQL's `regprocedure` prints it: `ledger_wallet(uuid,text)`. */
  name: string;
  /**
   * A digest of everything that decides what the function does. `digestInDatabase` computes the same one from
   * PostgreSQL's catalog.
   */
  digest: string;
}

/** The SQL expression of the digest, for a row `p` of `pg_proc` and its language `l`. */
export const digestInDatabase = `md5(concat_ws(E'\\n', pg_get_function_arguments(p.oid),
  pg_get_function_result(p.oid), l.lanname, p.provolatile, p.prosecdef,
  coalesce(array_to_string(p.proconfig, '; '), ''), p.proisstrict, p.prosrc))`;

const searchPath = 'search_path=public, pg_temp';

/** The only form in which functions may be written, so that text and catalog have the same digest. */
const form = new RegExp(
  String.raw`CREATE OR REPLACE FUNCTION (?<name>\w+)\((?<parameters>[^()]*)\)\s+` +
    String.raw`RETURNS (?<result>\w[\w ]*?(?:\[\])?|TABLE\([^()]*\)) ` +
    String.raw`LANGUAGE (?<language>sql|plpgsql)(?<stable> STABLE)?` +
    String.raw`(?<definer> SECURITY DEFINER SET search_path = public, pg_temp)? AS \$\$(?<body>.*?)\$\$;`,
  'gs',
);

/**
 * Reads the functions in one file of `functions/`. Types are spelled as PostgreSQL prints them: `integer`,
 * not `int`.
 * @throws Error for a statement in any other form
 */
export function functionsIn(sql: string): FunctionSource[] {
  const rest = sql.replace(form, '').replace(/^--.*$/gm, '');
  if (rest.trim() !== '')
    throw new Error(`This statement is not in the form that functions must have: ${rest.trim()}`);
  return [...sql.matchAll(form)].map(({ groups = {} }) => {
    const parameters = (groups['parameters'] ?? '').trim().replace(/\s+/g, ' ');
    const parts = [
      parameters,
      groups['result'],
      groups['language'],
      groups['stable'] === undefined ? 'v' : 's',
      ...(groups['definer'] === undefined ? ['f', ''] : ['t', searchPath]),
      'f',
      groups['body'],
    ];
    return {
      name: `${groups['name']}(${typesOf(parameters)})`,
      digest: createHash('md5').update(parts.join('\n')).digest('hex'),
    };
  });
}

/**
 * The input types of a parameter list, which distinguish overloads: `job uuid, OUT captured bigint` → `uuid`.
 */
function typesOf(parameters: string): string {
  return parameters
    .split(', ')
    .filter((parameter) => parameter !== '' && !parameter.startsWith('OUT '))
    .map((parameter) => parameter.slice(parameter.indexOf(' ') + 1))
    .join(',');
}
