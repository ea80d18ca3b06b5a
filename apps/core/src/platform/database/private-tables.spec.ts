import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { tableOwners } from './table-owners.js';

const apps = new URL('../../../../', import.meta.url);
const mayReadAll = /\/views\/|\.spec\.ts$|^core\/src\/platform\/database\/migrations\//;

/** Tables of other folders that are named in SQL of this file. */
function foreignTables(source: string, folder: string): string[] {
  const words = statementsIn(source).flatMap(
    (sql) => withoutText(sql).match(/(?<![\w.:$])[a-z_]+(?![\w(])/g) ?? [],
  );
  return [...new Set(words)].filter((word) => {
    const owners = Object.hasOwn(tableOwners, word) ? tableOwners[word] : undefined;
    return owners !== undefined && !owners.some((owner) => `${folder}/`.startsWith(`${owner}/`));
  });
}

/** SQL in upper case, and in lower case, where a single word does not distinguish it from English. */
const sqlWords = [
  /\b(SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|INTO|TRUNCATE|LOCK TABLE)\b/,
  /\b(select\s.*\sfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|truncate|lock\s+table)\s/s,
];

/** Every string of a file that contains SQL, in any quotes. */
function statementsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText();
      if (sqlWords.some((words) => words.test(text))) found.push(text.slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

function withoutText(sql: string): string {
  return sql.replaceAll(/'[^']*'|--[^\n]*|\/\*.*?\*\//gs, ' ');
}

test.each([
  ['a table after FROM', 'const q = `SELECT 1 FROM users`', 'jobs', ['users']],
  [
    'a table in a join',
    "all(db, 'SELECT 1 FROM jobs j JOIN printers p ON p.id = j.printer_id')",
    'jobs',
    ['printers'],
  ],
  ['a table after a comma', 'all(db, `DELETE FROM jobs USING users, sites`)', 'jobs', ['users', 'sites']],
  ['a table that is written', 'changed(db, `UPDATE sessions SET x = 1`)', 'people/users', ['sessions']],
  [
    'a table beside a value',
    'all(db, `SELECT 1 FROM jobs WHERE ${condition} AND EXISTS (SELECT FROM users)`)',
    'jobs',
    ['users'],
  ],
  ['a table in small letters', "all(db, 'select count(*) from users')", 'jobs', ['users']],
  ['a table in quotes', 'all(db, `SELECT 1 FROM "users"`)', 'jobs', ['users']],
  ['a table in an app that has none', 'all(db, `SELECT 1 FROM sites`)', 'operator', ['sites']],
])('%s of another folder is found', (_, source, folder, tables) => {
  expect(foreignTables(source, folder)).toEqual(tables);
});

test.each([
  ['a table of its own', 'all(db, `SELECT 1 FROM panel_sessions JOIN releases r ON true`)', 'panels'],
  ['a column, a parameter, a function', 'all(db, `SELECT j.users, :sites, printers() FROM jobs`)', 'jobs'],
  ['a word in a text or a comment', `all(db, "SELECT 'users' FROM jobs -- of users")`, 'jobs'],
  ['a word outside of SQL', `log('the users and the sites')`, 'jobs'],
])('%s is not reported', (_, source, folder) => {
  expect(foreignTables(source, folder)).toEqual([]);
});

test('no file names a table of another folder', () => {
  const files = globSync('{core,operator}/src/**/*.ts', { cwd: apps.pathname }).filter(
    (file) => !mayReadAll.test(file),
  );
  expect(files).toContain('core/src/jobs/jobs.service.ts');
  const found = files.flatMap((file) => {
    const folder = /^core\/src\/(.+)\/[^/]+$/.exec(file)?.[1] ?? 'no feature';
    return foreignTables(readFileSync(new URL(file, apps), 'utf8'), folder).map(
      (table) => `${file} names ${table}`,
    );
  });
  expect(found).toEqual([]);
});

/** Statements of this source that lock or write. */
const writesIn = (source: string) =>
  statementsIn(source).filter((sql) =>
    /\b(INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|FOR (NO KEY )?(UPDATE|KEY SHARE|SHARE)|\w*advisory\w*)\b/.test(
      withoutText(sql),
    ),
  );

test.each([
  ['INSERT INTO users (id) SELECT id FROM jobs'],
  ['UPDATE users SET id = 1'],
  ['DELETE FROM users'],
  ['SELECT 1 FROM users FOR KEY SHARE'],
  ['SELECT 1 FROM users FOR NO KEY UPDATE'],
  ['SELECT pg_try_advisory_xact_lock(1)'],
])('the statement %s locks or writes', (sql) => {
  expect(writesIn(`all(db, \`${sql}\`)`)).toHaveLength(1);
});

test('a view only selects', () => {
  const views = globSync('core/src/**/views/*.ts', { cwd: apps.pathname });
  expect(views).toContain('core/src/jobs/views/job-verifier.query.ts');
  const found = views.flatMap((file) =>
    writesIn(readFileSync(new URL(file, apps), 'utf8')).map((sql) => `${file}: ${sql}`),
  );
  expect(found).toEqual([]);
});

/** Statements that read every column of a table, also columns that a later migration adds. */
function readingAllColumns(source: string): string[] {
  return statementsIn(source).filter((sql) =>
    /^\s*SELECT \*(,| FROM [a-z_]+(?![\w(]))|RETURNING \*/.test(sql),
  );
}

test.each([
  ['SELECT * FROM users', 1],
  ['SELECT *, app_now() AS now FROM users', 1],
  ["UPDATE users SET email = 'a' RETURNING *", 1],
  ['SELECT * FROM settle_job(:jobId)', 0],
  ['SELECT * FROM (SELECT id FROM users) AS some', 0],
  ['SELECT count(*) FROM users', 0],
])('whether "%s" reads every column is found: %d', (sql, count) => {
  expect(readingAllColumns(`all(db, \`${sql}\`)`)).toHaveLength(count);
});

test('statements name their columns, because a prepared `SELECT *` fails after a migration adds one', () => {
  const files = globSync('{core,operator}/src/**/*.ts', { cwd: apps.pathname });
  const found = files
    .filter((file) => !/\.spec\.ts$|\/migrations\//.test(file))
    .flatMap((file) =>
      readingAllColumns(readFileSync(new URL(file, apps), 'utf8')).map((sql) => `${file}: ${sql}`),
    );
  expect(found).toEqual([]);
});
