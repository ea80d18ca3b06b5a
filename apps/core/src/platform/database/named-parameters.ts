/** The values of a statement by name: `{ ownerId }` for `:ownerId`. `null` is SQL's NULL. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A statement as PostgreSQL takes it, with `$1`, `$2`, …, and the names of their values in that order. */
export interface Prepared {
  text: string;
  names: readonly string[];
}

/**
 * The parts of a statement that matter, longest match first: parts in which a colon or dollar sign is no
 * parameter (comments, quoted text, casts, assignments), then a named parameter, then a numbered one, which
 * `prepareStatement` refuses. Grammar: https://www.postgresql.org/docs/current/sql-syntax-lexical.html
 */
const tokens = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`(?<comment>/\*)`,
    String.raw`\b[eE]'(?:[^'\\]|\\.|'')*'`,
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`(?<![\w$])\$(?<tag>[A-Za-z_]\w*)?\$.*?\$\k<tag>\$`,
    '::|:=',
    String.raw`:(?<name>[A-Za-z_]\w*)`,
    String.raw`(?<![\w$])\$(?<position>\d+)`,
  ].join('|'),
  'gs',
);

/**
 * Replaces `:names` by numbers. A name that occurs twice gets one number. A slice of an array needs a space
 * after its colon: `prices[1 : n]`.
 * @throws Error when the text has numbered parameters, or a comment does not end
 */
export function prepareStatement(sql: string): Prepared {
  const names: string[] = [];
  let text = '';
  let done = 0;
  for (let found = nextParameter(sql, done); found; found = nextParameter(sql, done)) {
    text += sql.slice(done, found.index);
    const { comment, name, position } = found.groups ?? {};
    if (position !== undefined) {
      throw new Error(`Name the parameter $${position}, for example ":ownerId", in: ${sql.trim()}`);
    }
    done = comment === undefined ? found.index + found[0].length : endOfComment(sql, found.index);
    text += name === undefined ? sql.slice(found.index, done) : `$${positionOf(name, names)}`;
  }
  return { text: text + sql.slice(done), names };
}

/**
 * The values in the order of `names`.
 * @throws Error that names every missing and every superfluous parameter
 */
export function valuesOf({ text, names }: Prepared, parameters: Parameters): unknown[] {
  const missing = names.filter((name) => !Object.hasOwn(parameters, name) || parameters[name] === undefined);
  const superfluous = Object.keys(parameters).filter((name) => !names.includes(name));
  if (missing.length > 0 || superfluous.length > 0) {
    const wrong = [
      ...missing.map((name) => `${name} is missing`),
      ...superfluous.map((name) => `${name} is not in the statement`),
    ];
    throw new Error(`Parameters: ${wrong.join(', ')}, in: ${text.trim()}`);
  }
  return names.map((name) => parameters[name]);
}

function nextParameter(sql: string, from: number): RegExpExecArray | null {
  tokens.lastIndex = from;
  return tokens.exec(sql);
}

/** The position of a parameter, from 1; adds the name when it is new. */
function positionOf(name: string, names: string[]): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) : known + 1;
}

/** A loop, because comments nest and a regular expression cannot match nesting. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const mark of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return start + mark.index + 2;
  }
  throw new Error(`A comment has no end in: ${sql.trim()}`);
}
