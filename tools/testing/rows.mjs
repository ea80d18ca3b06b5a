import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../process/checkout.mjs';

/** The result of each group of tests in its last run. */
const notesFolder = join(checkout, '.data/rows');

/**
 * One checkable sentence of the specification.
 * @typedef {{ section: string, requirement: string }} Row
 */
/** @typedef {{ title: string, status: string }} Test */
/** @typedef {{ shown: number[], failing: number[], unknown: string[] }} RowsOfTests */

/** @returns {Map<number, Row>} every row of `test/rows.tsv` by its number */
export function readRows() {
  const [, ...lines] = readFileSync(join(checkout, 'test/rows.tsv'), 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [row, section, requirement] = line.split('\t');
      return [Number(row), { section, requirement }];
    }),
  );
}

/**
 * The rows that a title names at its end: `[row 249]`, `[rows 4, 5]`, `[rows 88–105, 110]`, or several such
 * lists. Empty for other titles.
 * @returns {number[] | undefined} undefined when the title ends in a malformed list
 */
export function rowsNamed(title) {
  const lists = /(?:\[rows?\b[^[\]]*\]\s*)+$/.exec(title)?.[0] ?? '';
  const named = [...lists.matchAll(/\[rows?\b([^[\]]*)\]/g)].map(([, list]) => rowsOfList(list));
  return named.some((rows) => rows.length === 0) ? undefined : named.flat();
}

/**
 * A row is shown when a test that names it passes. It is `failing` when any test that names it fails.
 * @param {Test[]} tests
 * @param {Map<number, Row>} rows
 * @returns {RowsOfTests} `unknown` are the titles that name a row that does not exist
 */
export function rowsOfTests(tests, rows) {
  const named = tests.map(({ title, status }) => ({ title, status, rows: rowsNamed(title) }));
  const isKnown = (numbers) => numbers?.every((number) => rows.has(number)) ?? false;
  const rowsWith = (wanted) =>
    named.filter((test) => test.status === wanted && isKnown(test.rows)).flatMap((test) => test.rows);
  return {
    shown: [...new Set(rowsWith('passed'))],
    failing: [...new Set(rowsWith('failed'))],
    unknown: named.filter((test) => !isKnown(test.rows)).map(({ title }) => title),
  };
}

/**
 * The rows that at least one passing test and no failing test names.
 * @param {RowsOfTests[]} groups
 */
export function rowsShown(groups) {
  const failing = new Set(groups.flatMap((group) => group.failing));
  return new Set(groups.flatMap(({ shown }) => shown).filter((row) => !failing.has(row)));
}

/** Stores the rows of a group for `npm run rows`. */
export function noteRows(group, rows) {
  mkdirSync(notesFolder, { recursive: true });
  writeFileSync(join(notesFolder, `${group}.json`), JSON.stringify(rows));
}

/** @returns {RowsOfTests[]} the rows of each group in its last run; empty before the first run */
export function notedRows() {
  if (!existsSync(notesFolder)) return [];
  return readdirSync(notesFolder).map((file) => JSON.parse(readFileSync(join(notesFolder, file), 'utf8')));
}

export function forgetRows() {
  rmSync(notesFolder, { recursive: true, force: true });
}

/** Reads `4, 88–105`; empty when the text is no such list. */
function rowsOfList(list) {
  const ranges = list.split(',').map((part) => /^\s*(\d+)(?:[–-](\d+))?\s*$/.exec(part));
  if (ranges.includes(null)) return [];
  return ranges.flatMap(([, first, last = first]) => numbersBetween(Number(first), Number(last)));
}

function numbersBetween(first, last) {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
