import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { refusalCodes, refusals } from './refusals.js';

const checkout = join(import.meta.dirname, '../../..');
const built = /(^|\/)(node_modules|dist|dist-types)\//;

/** What core and the operator are made of; words for people elsewhere do not count as a use. */
const source = ['apps/core/src', 'apps/operator/src']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.spec)\.ts$|\.sql$/.test(file) && !built.test(file))
  // Comments name codes that a caller may meet; that alone does not make anybody meet them.
  .map((file) => readFileSync(join(checkout, file), 'utf8').replace(/^\s*(\/?\*|\/\/|--).*$/gm, ''))
  .join('\n');

test.each(refusalCodes)('%s is said somewhere, in one plain sentence', (code) => {
  expect(source).toContain(`'${code}'`);
  expect(refusals[code].sentence).toMatch(/^[A-Z].+/);
  expect(refusals[code].status).toBeGreaterThanOrEqual(400);
});
