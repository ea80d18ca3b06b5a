import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

/** The lint rules that a test file breaks. */
async function refusedIn(code: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-lint-'));
  const file = join(folder, 'written.spec.mjs');
  writeFileSync(file, `import { expect, test } from '@jest/globals';\n${code}\n`);
  const options = ['-c', join(root, '.oxlintrc.json'), '--format', 'json', file];
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  try {
    // oxlint exits with 1 after a finding, and still prints it.
    const { stdout } = await promisify(execFile)(process.execPath, [oxlint, ...options], { cwd: root }).catch(
      (error: unknown) => error as { stdout: string },
    );
    return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(
      ({ code: rule }) => rule,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a test without an assertion is refused, a test with one is not', async () => {
  const silent = "test('sums', () => { Math.max(1, 2); });";
  const telling = "test('sums', () => { expect(Math.max(1, 2)).toBe(2); });";
  expect(await refusedIn(`${silent}\n${telling}`)).toContain('jest(expect-expect)');
  expect(await refusedIn(telling)).toEqual([]);
});

test('an assertion without a matcher is refused', async () => {
  expect(await refusedIn("test('sums', () => { expect(Math.max(1, 2)); });")).toContain('jest(valid-expect)');
});
