import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '../../tools/process/checkout.mjs';

const { projects } = JSON.parse(readFileSync(join(checkout, 'nest-cli.json'), 'utf8'));

test('nest-cli.json lists every program of the service', () => {
  const mains = globSync(['apps/*/src/main.ts', 'printer-agent/src/main.ts'], { cwd: checkout });
  const roots = Object.values(projects).map(({ root }) => root);
  expect(roots.toSorted()).toEqual(mains.map((file) => file.replace('/src/main.ts', '')).toSorted());
});

test.each(Object.entries(projects))('nest-cli.json names the folders of %s as they are', (_, project) => {
  const { root, sourceRoot, entryFile, compilerOptions } = project;
  const settings = JSON.parse(readFileSync(join(checkout, compilerOptions.tsConfigPath), 'utf8'));
  expect(compilerOptions.tsConfigPath).toBe(`${root}/tsconfig.json`);
  expect(join(root, settings.compilerOptions.rootDir)).toBe(sourceRoot);
  expect(settings.compilerOptions.outDir).toBe('dist');
  expect(existsSync(join(checkout, sourceRoot, `${entryFile}.ts`))).toBe(true);
});
