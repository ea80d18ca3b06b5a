import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { analyse } from 'scslre';
import ts from 'typescript';

/** Code that reads external input; tests and tools read only our own. */
const places = ['{libs,apps}/*/src', 'printer-agent/src', 'printer-agent/panel/src', 'web/src'];
const root = join(import.meta.dirname, '../..');
const files = globSync(
  places.map((place) => `${place}/**/*.{ts,tsx}`),
  { cwd: root },
).filter((path) => !/\.spec\.tsx?$|\/testing\/|^apps\/sandbox\//.test(path));

/** Whether the match time may grow faster than the text, because the pattern backtracks. */
function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const pattern = { source: literal.slice(1, end), flags: literal.slice(end + 1) };
  return analyse(pattern).reports.length > 0;
}

/** The regular expressions in a file. */
function patternsIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

describe('a pattern with super-linear time', () => {
  test.each([
    String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/`,
    String.raw`/(a+)+$/`,
    String.raw`/\s+$/`,
    String.raw`/a.*b/`,
    String.raw`/^(\d+\.?)*$/`,
  ])('is found: %s', (literal) => {
    expect(isSlow(literal)).toBe(true);
  });

  test.each([
    String.raw`/^[^\s@]+@[^\s@]+$/`,
    String.raw`/\.([^.]+)$/`,
    String.raw`/^\d{1,3}(\.\d{1,3}){3}$/`,
  ])('is distinguished from a linear one: %s', (literal) => {
    expect(isSlow(literal)).toBe(false);
  });

  test('is not in the code', () => {
    const slow = files.flatMap((path) =>
      patternsIn(path)
        .filter(isSlow)
        .map((it) => `${path}: ${it}`),
    );
    expect(slow).toEqual([]);
  });
});
