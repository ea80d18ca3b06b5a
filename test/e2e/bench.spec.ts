import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';

const main = join(checkout, 'test/dist/bench/main.js');
/** Two minutes alone; other tests at the same time share the machine. */
const wholeMs = 20 * 60_000;

async function bench(...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', main, ...args]);
  return stdout.trimEnd().split('\n');
}

test(
  'one small round of every benchmark ends with its figures',
  async () => {
    const names = await bench('--list');
    const figures = (await bench('--smoke')).flatMap((line) => {
      const [, name, value] = /^smoke: ([\w-]+), [^:]+: (.+)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: Number(value) }];
    });
    expect(names).toEqual(expect.arrayContaining(['print', 'instant', 'many', 'ledger', 'mail', 'fairness']));
    expect([...new Set(figures.map(({ name }) => name))]).toEqual(names);
    expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  },
  wholeMs,
);
