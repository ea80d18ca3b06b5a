import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '../../tools/process/checkout.mjs';

const places = '{.,apps/*,libs/*,web,printer-agent,printer-agent/panel}/package.json';

test('a package has one version in every package.json that names it', () => {
  const named = globSync(places, { cwd: checkout }).flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(checkout, file), 'utf8'));
    return Object.entries({ ...dependencies, ...devDependencies });
  });
  const pairs = new Set(named.map(([name, version]) => `${name} ${version}`));
  expect(pairs.size).toBeGreaterThan(80);
  const names = [...pairs].map((pair) => pair.split(' ')[0]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
