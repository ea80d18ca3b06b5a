import { createHash } from 'node:crypto';

/** A function of the database as its source says it. */
export interface FunctionSource {
  /** `ledger_wallet(uuid,text)`, as PostgreSQL's `regprocedure` writes it. */
  name: string;
  /** Of all that decides what the function does; PostgreSQL works it out of its catalog by `digestInDatabase`. */
  digest: string;
}

/** The same digest of a row `p` of `pg_proc` with its language `l`. */
export const digestInDatabase = `md5(concat_ws(E'\\n', pg_get_function_arguments(p.oid),
  pg_get_function_result(p.oid), l.lanname, p.provolatile, p.prosecdef,
  coalesce(array_to_string(p.proconfig, '; '), ''), p.proisstrict, p.prosrc))`;

const searchPath = 'search_path=public, pg_temp';

/** The one form in which functions are written, so that a digest of the text is a digest of the function. */
const form = new RegExp(
  String.raw`CREATE OR REPLACE FUNCTION (?<name>\w+)\((?<parameters>[^()]*)\)\s+` +
    String.raw`RETURNS (?<result>\w[\w ]*?(?:\[\])?|TABLE\([^()]*\)) LANGUAGE (?<language>sql|plpgsql)(?<stable> STABLE)?` +
    String.raw`(?<definer> SECURITY DEFINER SET search_path = public, pg_temp)? AS \$\$(?<body>.*?)\$\$;`,
  'gs',
);

/**
 * The functions of one file of `functions/`. Types are spelled as PostgreSQL prints them: `integer`, not `int`.
 * @throws Error for a statement in any other form
 */
export function functionsIn(sql: string): FunctionSource[] {
  const rest = sql.replace(form, '').replace(/^--.*$/gm, '');
  if (rest.trim() !== '') throw new Error(`This is not in the form of a function here: ${rest.trim()}`);
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

/** `job uuid, OUT captured bigint` → `uuid`: what tells functions of one name apart. */
function typesOf(parameters: string): string {
  return parameters
    .split(', ')
    .filter((parameter) => parameter !== '' && !parameter.startsWith('OUT '))
    .map((parameter) => parameter.slice(parameter.indexOf(' ') + 1))
    .join(',');
}
