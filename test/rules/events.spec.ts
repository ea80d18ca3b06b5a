import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { subjects } from '@sixpence/contracts/events/events';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The code of core and converters, which publish. */
const sources = globSync('apps/{core,converter}/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.spec.ts'))
  .map(read);

test.each(subjects)('%s has a sentence', (subject) => {
  const row = new RegExp(String.raw`\*/\n  '${subject}': `);
  expect(read('libs/contracts/src/events/events.ts')).toMatch(row);
});

test.each(subjects)('%s is recorded or published somewhere', (subject) => {
  const said = new RegExp(String.raw`(record\(\s*tx,|publish\()\s*'${subject}'`);
  expect(sources.filter((source) => said.test(source))).not.toEqual([]);
});
