import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

interface Diagnostic {
  code: string;
  labels: { span: { line: number } }[];
}

/** The lint rules that a test file breaks, each with its line in the code. */
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
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics.map(
      ({ code: rule, labels: [label] }) => `${label!.span.line - 1}: ${rule}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a test without an assertion is refused, a test with one is not', async () => {
  const silent = "test('sums', () => { Math.max(1, 2); });";
  const telling = "test('sums', () => { expect(Math.max(1, 2)).toBe(2); });";
  expect(await refusedIn(`${silent}\n${telling}`)).toContain('1: jest(expect-expect)');
  expect(await refusedIn(telling)).toEqual([]);
});

test('an assertion without a matcher is refused', async () => {
  expect(await refusedIn("test('sums', () => { expect(Math.max(1, 2)); });")).toContain(
    '1: jest(valid-expect)',
  );
});

test('a comment or a title about "whoever", "what is", or "those that" is refused', async () => {
  const code = [
    '// The printer tells whoever asks.',
    '// The printer runs as the user `nobody`, and says "somebody".',
    '/** Returns the page. What is left stays. */',
    '/** Returns the page that is left. What stays? */',
    '// The page is returned to the person',
    '// who asked.',
    "export const who = 'What is left: nobody knows';",
    "test('what is left stays', () => expect(who).toBe(who));",
    "test.each(['nobody'])('those that %s stay', () => expect(who).toBe(who));",
    "test('the page stays for those that ask', () => expect(who).toBe(who));",
  ];
  const lines = [1, 3, 8, 9];
  expect(await refusedIn(code.join('\n'))).toEqual(
    lines.map((line) => `${line}: sixpence(subjects-are-named)`),
  );
});

test('a line wider than 110 columns is refused, unless a string, an address, or a table makes it wide', async () => {
  const wide = 'wide '.repeat(25);
  const code = [
    `// ${wide}`,
    `/* ${wide} */`,
    `export const a = '${wide}';`,
    `export const b = [${'1, '.repeat(40)}];`,
    `// https://example.com/${'wide'.repeat(25)}`,
    '/*',
    ` * | ${wide} |`,
    ' */',
    `export const c = \`\n${wide}\n\`;`,
    `export const d = \`SELECT ${'one, '.repeat(25)} two\`;`,
    "test('c has words', () => expect(c).toContain('wide'));",
  ];
  const lines = [1, 2, 4, 12];
  expect(await refusedIn(code.join('\n'))).toEqual(
    lines.map((line) => `${line}: sixpence(lines-are-narrow)`),
  );
});
