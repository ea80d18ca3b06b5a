import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

/** What lint says of a file of tests, rule by rule. */
async function refusedIn(code: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-lint-'));
  const file = join(folder, 'written.spec.mjs');
  writeFileSync(file, `import { expect, test } from '@jest/globals';\n${code}\n`);
  const options = ['-c', join(root, '.oxlintrc.json'), '--format', 'json', file];
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  try {
    // It ends with 1 where it refuses something, and says what all the same.
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

test('a test that asserts nothing is refused, one that does is not', async () => {
  const silent = "test('sums', () => { Math.max(1, 2); });";
  const telling = "test('sums', () => { expect(Math.max(1, 2)).toBe(2); });";
  expect(await refusedIn(`${silent}\n${telling}`)).toContain('jest(expect-expect)');
  expect(await refusedIn(telling)).toEqual([]);
});

test('an assertion that claims nothing is refused', async () => {
  expect(await refusedIn("test('sums', () => { expect(Math.max(1, 2)); });")).toContain('jest(valid-expect)');
});
