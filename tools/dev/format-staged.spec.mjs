import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkout } from '../process/checkout.mjs';

const untidy = 'export  const a = 1\n';
const tidy = 'export const a = 1;\n';
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
);

let folder;
const path = (name) => join(folder, name);
const git = (...args) => execFileSync('git', args, { cwd: folder, env: environment, encoding: 'utf8' });
const commit = (...args) =>
  spawnSync('git', ['commit', '--message', 'any', ...args], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
const committed = (name) => git('show', `HEAD:${name}`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-commit-'));
  for (const place of ['node_modules', 'tools', '.githooks']) symlinkSync(join(checkout, place), path(place));
  git('init', '--quiet');
  writeFileSync(path('.git/info/exclude'), 'node_modules\ntools\n.githooks\n');
  for (const [name, value] of [
    ['user.name', 'Anna'],
    ['user.email', 'anna@example.com'],
    ['core.hooksPath', '.githooks'],
  ])
    git('config', name, value);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('staged files are committed formatted, and files of other types unchanged', () => {
  writeFileSync(path('a b.js'), untidy);
  writeFileSync(path('data.bin'), 'any  bytes');
  mkdirSync(path('fixtures'));
  writeFileSync(path('fixtures/c.js'), untidy);
  writeFileSync(path('.oxfmtrc.json'), '{ "ignorePatterns": ["fixtures"] }\n');
  git('add', '.');
  expect(commit().status).toBe(0);
  expect(committed('a b.js')).toBe(tidy);
  expect(committed('data.bin')).toBe('any  bytes');
  expect(committed('fixtures/c.js')).toBe(untidy);
  expect(readFileSync(path('a b.js'), 'utf8')).toBe(tidy);
  expect(git('status', '--porcelain')).toBe('');
});

test('a partly staged file is not changed: the commit is refused if it is not formatted', () => {
  writeFileSync(path('a.js'), untidy);
  git('add', 'a.js');
  writeFileSync(path('a.js'), `${untidy}// not yet\n`);
  const refused = commit();
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('npx oxfmt a.js');
  expect(readFileSync(path('a.js'), 'utf8')).toBe(`${untidy}// not yet\n`);

  writeFileSync(path('a.js'), tidy);
  git('add', 'a.js');
  writeFileSync(path('a.js'), `${tidy}// not   yet\n`);
  expect(commit().status).toBe(0);
  expect(committed('a.js')).toBe(tidy);
  expect(readFileSync(path('a.js'), 'utf8')).toBe(`${tidy}// not   yet\n`);
});

test('a commit of all files is formatted; a commit of an unformatted named file is refused with the remedy', () => {
  writeFileSync(path('a.js'), tidy);
  git('add', 'a.js');
  commit();
  writeFileSync(path('a.js'), untidy.replace('1', '2'));
  const byName = commit('a.js');
  expect([byName.status, byName.stderr]).toEqual([1, expect.stringContaining('npx oxfmt a.js')]);
  expect(commit('--all').status).toBe(0);
  expect(committed('a.js')).toBe(tidy.replace('1', '2'));
  expect(git('status', '--porcelain')).toBe('');
});

test('a file with a syntax error stops the commit, and the message names the file', () => {
  writeFileSync(path('a.js'), 'export const = ;\n');
  git('add', 'a.js');
  const refused = commit();
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('a.js');
});
