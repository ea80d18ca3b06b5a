import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { subjects } from '@sixpence/contracts/events/events';
import { news } from '@sixpence/contracts/events/news';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The code of core and converters, which publish, and the SQL functions of core, which write events. */
const sources = globSync(['apps/{core,converter}/src/**/*.ts', 'apps/core/src/**/functions/*.sql'], {
  cwd: root,
})
  .filter((path) => !path.endsWith('.spec.ts'))
  .map(read);

const sourcesWith = (statement: RegExp) => sources.filter((source) => statement.test(source));

describe('events', () => {
  test.each(subjects)('%s has a docstring', (subject) => {
    const row = new RegExp(String.raw`\*/\n  '${subject}': `);
    expect(read('libs/contracts/src/events/events.ts')).toMatch(row);
  });

  test.each(subjects)('%s is recorded or published in the code', (subject) => {
    const statement = new RegExp(
      String.raw`((recordFact\(\s*tx,|publish\()|INSERT INTO outbox \(subject, body\)[^;]*?)\s*'${subject}'`,
    );
    expect(sourcesWith(statement)).not.toEqual([]);
  });
});

describe('news', () => {
  test.each(Object.keys(news))('%s has a docstring', (kind) => {
    expect(read('libs/contracts/src/events/news.ts')).toMatch(new RegExp(String.raw`\*/\n  '${kind}': `));
  });

  test.each(Object.keys(news))('%s is sent in the code, with a change or by an event', (kind) => {
    const statement = new RegExp(String.raw`(publishAfterCommit\(\s*\w+,|publishNow\(|kind:)\s*'${kind}'`);
    expect(sourcesWith(statement)).not.toEqual([]);
  });
});
