import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { analyse } from 'scslre';
import ts from 'typescript';

/** Code that reads what comes from outside; tests and tools read what is ours. */
const places = ['{libs,apps}/*/src', 'printer-agent/src', 'printer-agent/panel/src', 'web/src'];
const root = join(import.meta.dirname, '../..');
const files = globSync(
  places.map((place) => `${place}/**/*.{ts,tsx}`),
  { cwd: root },
).filter((path) => !/\.spec\.tsx?$|\/testing\/|^apps\/sandbox\//.test(path));

/** Whether time may grow faster than a text does, because some of the text is read again from several beginnings. */
function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const pattern = { source: literal.slice(1, end), flags: literal.slice(end + 1) };
  return analyse(pattern).reports.length > 0;
}

/** The regular expressions that stand in a file, with its name. */
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

describe('a pattern that takes longer and longer', () => {
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
  ])('is no other: %s', (literal) => {
    expect(isSlow(literal)).toBe(false);
  });

  test('stands nowhere', () => {
    const slow = files.flatMap((path) =>
      patternsIn(path)
        .filter(isSlow)
        .map((it) => `${path}: ${it}`),
    );
    expect(slow).toEqual([]);
  });
});
