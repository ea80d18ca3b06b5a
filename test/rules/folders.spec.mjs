import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '../../tools/process/checkout.mjs';

const MOST = 20;
const code = '{apps,libs,printer-agent,test,tools,web}/**/*.{ts,tsx,js,mjs,css,sql,py}';
const notOurs = new Set(['node_modules', 'dist', 'dist-types', 'fixtures', '.cache']);

test(`no folder holds more than ${MOST} files of code, specs not counted`, () => {
  const files = globSync(code, { cwd: checkout, exclude: (name) => notOurs.has(name) });
  const folders = Map.groupBy(
    files.filter((file) => !/\.spec\./.test(file)),
    (file) => dirname(file),
  );
  const large = [...folders].filter(([, { length }]) => length > MOST);
  expect(large.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
  expect(folders.size).toBeGreaterThan(100);
});
