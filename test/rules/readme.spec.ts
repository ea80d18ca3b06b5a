import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const unread = new Set(['node_modules', 'dist', '.data', '.git']);

/** The Markdown pages. */
const pages = globSync('**/*.md', { cwd: root, exclude: (name) => unread.has(name) });

/** The targets of a page’s links in the repository, from its root. */
function linksOf(page: string, text = read(page)): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => address.replace(/#.*$/, ''))
    .filter((address) => address !== '' && !/^[a-z]+:/.test(address))
    .map((address) => normalize(join(dirname(page), address)));
}

/** The files of "Follow a document from upload to paper", in their order: the rows of its table. */
function filesOfTheTable(): string[] {
  const section = /## Follow a document[^]*?(?=\n## )/.exec(read('README.md'))?.[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((row) => linksOf('README.md', row));
}

/** Lines of prose wider than 110 columns; tables, code blocks, and link targets are not counted. */
function wideLinesOf(page: string): string[] {
  const prose = read(page).replace(/^ *```[^]*?^ *```/gm, '');
  return prose
    .split('\n')
    .filter((line) => !/^\s*\|/.test(line))
    .filter((line) => line.replaceAll(/\]\([^)\s]*\)/g, ']').length > 110);
}

/** The files that a file imports by paths, or by the names of our packages. */
function importsOf(path: string): string[] {
  return [...read(path).matchAll(/(?:from|import) '([^']+)'/g)].map(([, name = '']) => sourceOf(path, name));
}

function sourceOf(path: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(path), name)).replace(/\.js$/, '');
  const [, workspace = '', rest = ''] = /^@sixpence\/([^/]+)\/(.*)$/.exec(name) ?? [];
  const folder = ['apps', 'libs']
    .map((place) => join(place, workspace))
    .find((it) => existsSync(join(root, it)));
  return folder === undefined ? name : relative('', join(folder, 'src', rest));
}

test.each(pages)('every link of %s leads to an existing file or folder', (page) => {
  expect(linksOf(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the table from upload to paper names at most 25 files, each once', () => {
  const files = filesOfTheTable();
  expect(files.length).toBeGreaterThan(10);
  expect(files.length).toBeLessThanOrEqual(25);
  expect(new Set(files).size).toBe(files.length);
});

test('imports of the files from upload to paper point forward, except for at most three', () => {
  const files = filesOfTheTable();
  const back = files.flatMap((file, at) => {
    const imported = new Set(importsOf(file));
    return files
      .slice(0, at)
      .filter((earlier) => imported.has(earlier.replace(/\.tsx?$/, '')))
      .map((earlier) => `${file} → ${earlier}`);
  });
  expect(back.length > 3 ? back : []).toEqual([]);
});

test('each metric that the alarms name is registered by core', () => {
  const [, section = ''] = /## Alarms([^]*?)(?=\n## )/.exec(read('docs/operating.md')) ?? [];
  const named = [...section.matchAll(/sixpence_\w+/g)].map(([figure]) => figure);
  const core = globSync('apps/core/src/**/*.ts', { cwd: root }).map(read).join('\n');
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((figure) => !core.includes(`name: '${figure}'`))).toEqual([]);
});

test("the table of the operator's commands names every command by its first word", () => {
  const [, section = ''] = /## The operator's commands([^]*?)(?=\n## )/.exec(read('docs/operating.md')) ?? [];
  const sources = globSync('apps/operator/src/commands/**/*.ts', {
    cwd: root,
    exclude: (name) => name.endsWith('.spec.ts'),
  });
  const words = sources.flatMap((path) =>
    [...read(path).matchAll(/^ {2}name: '(\w+)/gm)].map(([, word = '']) => word),
  );
  expect(words).toContain('ledger');
  expect(words.filter((word) => !new RegExp(`^\\| .*\`${word}[ \`]`, 'm').test(section))).toEqual([]);
});

test.each([
  ['README.md', 150],
  ['docs/architecture.md', 80],
])('%s has at most %i lines', (page, most) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(most);
});

test.each(pages)('lines of prose in %s are at most 110 columns wide', (page) => {
  expect(wideLinesOf(page)).toEqual([]);
});

test('each card in the payments row is a test card of the stand-in', () => {
  const row = /^\| payments .*$/m.exec(read('README.md'))?.[0] ?? '';
  const cards = [...row.matchAll(/\d{4}(?: \d{4}){3}/g)].map(([card]) => card.replaceAll(' ', ''));
  const book = read('apps/sandbox/src/payments/book/cards.ts');
  expect(cards).toHaveLength(3);
  expect(cards.filter((card) => !book.includes(`card('${card}'`))).toEqual([]);
});

test('decisions are numbered without gaps, dated, the newest first, and refer to existing decisions', () => {
  const text = read('docs/decisions.md');
  const decisions = [...text.matchAll(/^## D(\d+)\. .+\n\n_(\d{4}-\d\d-\d\d)\._ /gm)];
  const numbers = decisions.map(([, number]) => Number(number));
  const dates = decisions.map(([, , date = '']) => date);
  expect(numbers).toHaveLength([...text.matchAll(/^## /gm)].length);
  expect(numbers).toEqual(numbers.map((_, at) => numbers.length - at));
  expect(dates).toEqual(dates.toSorted().toReversed());
  const named = [...text.matchAll(/\bD(\d+)\b/g)].map(([, number]) => Number(number));
  expect(named.filter((number) => !numbers.includes(number))).toEqual([]);
});
