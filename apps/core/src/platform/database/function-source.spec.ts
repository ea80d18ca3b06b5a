import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { functionsIn } from './function-source.js';

const wallet = `-- The wallet of a person.
CREATE OR REPLACE FUNCTION ledger_wallet(whose uuid, money text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN 1;
END $$;
`;

const digestOf = (sql: string) => functionsIn(sql)[0]?.digest;

test('a function is named with its parameter types, without its result', () => {
  const settle = `CREATE OR REPLACE FUNCTION ledger_settle(
  job uuid, amounts bigint[],
  OUT captured bigint, OUT at timestamp with time zone
)
RETURNS record LANGUAGE plpgsql AS $$ BEGIN END $$;`;
  const now = `CREATE OR REPLACE FUNCTION app_now()
RETURNS timestamp with time zone LANGUAGE sql STABLE AS $$ SELECT 1 $$;`;
  expect(functionsIn(`${wallet}\n${settle}\n-- The clock.\n${now}\n`).map(({ name }) => name)).toEqual([
    'ledger_wallet(uuid,text)',
    'ledger_settle(uuid,bigint[])',
    'app_now()',
  ]);
});

test.each([
  ['body', 'RETURN 1', 'RETURN 2'],
  ['name of a parameter', 'whose uuid', 'who uuid'],
  ['result', 'RETURNS bigint', 'RETURNS integer'],
  ['rights', ' SECURITY DEFINER SET search_path = public, pg_temp', ''],
  ['volatility', 'LANGUAGE plpgsql', 'LANGUAGE plpgsql STABLE'],
  ['language', 'LANGUAGE plpgsql', 'LANGUAGE sql'],
])('a function with another %s has another digest', (_, from, to) => {
  const other = wallet.replace(from, to);
  expect(digestOf(other)).toMatch(/^[0-9a-f]{32}$/);
  expect(digestOf(other)).not.toBe(digestOf(wallet));
});

test('a comment before the function and the layout of its parameters do not change the digest', () => {
  const other = wallet
    .replace(/^--.*\n/, '-- In other words.\n')
    .replace('whose uuid, ', '\n  whose uuid,\n  ');
  expect(other).not.toBe(wallet);
  expect(digestOf(other)).toBe(digestOf(wallet));
});

test.each([
  [
    'a SECURITY DEFINER function that does not set its search_path',
    wallet.replace(' SET search_path = public, pg_temp', ''),
  ],
  ['a function that is created only once', wallet.replace('CREATE OR REPLACE', 'CREATE')],
  ['an attribute that the digest does not cover', wallet.replace(' AS $$', ' STRICT AS $$')],
  ['another statement', `${wallet}DROP TABLE users;`],
])('%s is refused', (_, sql) => {
  expect(() => functionsIn(sql)).toThrow('not in the form');
});

test('a file in functions/ is named after its function, or the common beginning of its functions', () => {
  const folder = join(import.meta.dirname, 'functions');
  const files = globSync('*', { cwd: folder });
  expect(files).toContain('app_now.sql');
  for (const file of files) {
    const names = functionsIn(readFileSync(join(folder, file), 'utf8')).map(({ name }) => name);
    expect(names[0]).toMatch(new RegExp(`^${basename(file, '.sql')}`));
  }
});
