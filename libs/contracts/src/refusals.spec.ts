import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { refusalCodes, refusals } from './refusals.js';

const checkout = join(import.meta.dirname, '../../..');
const built = /(^|\/)(node_modules|dist|dist-types)\//;

/** The sources of core and the operator; word lists elsewhere do not count as a use. */
const source = ['apps/core/src', 'apps/operator/src']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.spec)\.ts$|\.sql$/.test(file) && !built.test(file))
  // Comments do not count as a use.
  .map((file) => readFileSync(join(checkout, file), 'utf8').replace(/^\s*(\/?\*|\/\/|--).*$/gm, ''))
  .join('\n');

test.each(refusalCodes)('%s is used in the code, with a sentence and a status', (code) => {
  expect(source).toContain(`'${code}'`);
  expect(refusals[code].sentence).toMatch(/^[A-Z].+/);
  expect(refusals[code].status).toBeGreaterThanOrEqual(400);
});
