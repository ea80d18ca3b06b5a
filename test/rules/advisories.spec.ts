import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/**
 * A published vulnerability of the versions from `from` to just before `below`. `id` names its description.
 */
interface Advisory {
  id: string;
  package: string;
  from: string;
  below: string;
  about: string;
}

interface Lock {
  packages: Record<string, { version?: string }>;
}

const root = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const advisories = read('test/rules/advisories.json') as Advisory[];
const lock = read('package-lock.json') as Lock;

/** Every copy of a package in the tree that has an advisory. */
function affected({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || version === undefined) return [];
    return advisories
      .filter((advisory) => advisory.package === name)
      .filter(({ from, below }) => compare(version, from) >= 0 && compare(version, below) < 0)
      .map(({ id, below, about }) => `${path} ${version}: ${about}; take ${below} or newer (${id})`);
  });
}

/**
 * Compares two versions; one with a suffix, such as `1.0.0-beta.2`, comes before the same version without it.
 */
function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('-', 1)[0]!.split('.').map(Number)) as [
    number[],
    number[],
  ];
  const at = a.findIndex((number, index) => number !== b[index]);
  if (at >= 0) return a[at]! - (b[at] ?? 0);
  return Number(other.includes('-')) - Number(one.includes('-'));
}

test('no package in package-lock.json has a listed vulnerability', () => {
  expect(affected(lock)).toEqual([]);
});

test.each([
  ['node_modules/ws', '8.22.0', 1],
  ['apps/core/node_modules/ws', '8.20.9', 3],
  ['node_modules/ws', '8.23.0', 0],
  ['node_modules/ws', '8.23.0-beta.1', 1],
  ['node_modules/ws', '10.0.0', 0],
  ['node_modules/nodemailer', '10.0.12', 1],
  ['node_modules/other', '1.0.0', 0],
])('%s %s is affected by %s of the listed vulnerabilities', (path, version, count) => {
  expect(affected({ packages: { '': { version: '1.0.0' }, [path]: { version } } })).toHaveLength(count);
});

test('each package that package.json overrides has one copy, of that version', () => {
  const { overrides } = read('package.json') as { overrides: Record<string, string> };
  const copies = (name: string) =>
    Object.entries(lock.packages)
      .filter(([path]) => path.endsWith(`node_modules/${name}`))
      .map(([, { version }]) => version);
  expect(Object.keys(overrides).map((name) => [name, copies(name)])).toEqual(
    Object.entries(overrides).map(([name, version]) => [name, [version]]),
  );
});

test('each listed vulnerability has an id, a version range, and a description', () => {
  for (const { id, from, below, about } of advisories) {
    expect(id).toMatch(/^(GHSA-|CVE-|https:)/);
    expect(compare(from, below)).toBeLessThan(0);
    expect(about).not.toBe('');
  }
});
