import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from '@jest/globals';
import { checkout } from '../process/checkout.mjs';

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));

test.each([
  ['start', 'npm start'],
  ['test', 'npm test'],
  ['t', 'npm run t'],
  ['dev', 'npm run dev'],
  ['bench', 'npm run bench'],
  ['fuzz', 'npm run fuzz'],
  ['simulate', 'npm run simulate'],
  ['freeze', 'npm run freeze'],
])('the script %s prints its help and does nothing else', (name, command) => {
  const [, script, ...args] = /^exec node (\S+) ?(\S*)$/.exec(scripts[name]) ?? [];
  const output = execFileSync(process.execPath, [script, ...args.filter(Boolean), '--help'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(output.startsWith(command)).toBe(true);
});
