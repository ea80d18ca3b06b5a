import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';

const main = join(checkout, 'test/dist/bench/main.js');
/** The slowest benchmark takes half a minute alone; other tests may run at the same time. */
const benchMs = 8 * 60_000;
const testMs = benchMs + 30_000;

/**
 * Runs the bench's program.
 * @returns the lines that it prints
 * @throws Error with its output when it fails or takes too long
 */
function bench(...args: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    // The kernel ends the program's own children with it.
    const limits = { timeout: benchMs, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, ['--enable-source-maps', main, ...args], limits, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout.trimEnd().split('\n'));
        return;
      }
      const end = error.killed === true ? `took more than ${benchMs / 1_000} s` : 'failed';
      reject(new Error(`The bench ${args.join(' ')} ${end}:\n${stdout}\n${stderr}`));
    });
  });
}

const names = await bench('--list');

test('every benchmark that decides about speed is there', () => {
  const expected = [
    'print',
    'instant',
    'many',
    'ledger',
    'requests',
    'pdf',
    'mixed',
    'mail',
    'fairness',
    'floods',
  ];
  expect(names).toEqual(expect.arrayContaining(expected));
});

test.each(names)(
  'a small round of the benchmark %s reports its figures',
  async (name) => {
    const figures = (await bench('--smoke', name)).flatMap((line) => {
      const [, benchmark, value] = /^smoke: ([\w-]+), [^:]+: (.+)$/.exec(line) ?? [];
      return benchmark === undefined ? [] : [{ benchmark, isNumber: Number.isFinite(Number(value)) }];
    });
    expect(figures.length).toBeGreaterThan(0);
    expect(figures).toEqual(figures.map(() => ({ benchmark: name, isNumber: true })));
  },
  testMs,
);
