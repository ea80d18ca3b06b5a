import { expect, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import { aPrinter } from '../testing/builders.js';
import { outOfOrder } from './plain-page.js';
import { printersPage } from './printers-page.js';

const report = (state: PrinterReport['state']) => ({ state }) as PrinterReport;

test.each([
  ['idle', 'ready'],
  ['processing', 'printing'],
  ['stopped', 'stopped'],
  ['unreachable', 'not reachable'],
] as const)('a printer that is %s is listed as %s', (state, word) => {
  expect(printersPage('Library', [{ printer: aPrinter(), report: report(state) }])).toContain(
    `<a href="/panel/hall">Hall printer</a> <small>${word}</small>`,
  );
});

test('names of printers and sites are text, never markup', () => {
  const printer = aPrinter({ name: `<b>&"'`, slug: 'a/b' });
  const page = printersPage('<script>', [
    { printer, report: report('idle') },
    { printer: aPrinter(), report: report('stopped') },
  ]);
  expect(page).toContain('<h1>&#60;script&#62;</h1>');
  expect(page).toContain('<li><a href="/panel/a%2Fb">&#60;b&#62;&#38;&#34;&#39;</a>');
  expect(page.match(/<li>/g)).toHaveLength(2);
});

test('a box without a site and without printers says so', () => {
  const page = printersPage('', []);
  expect(page).toContain('<h1>Sixpence</h1><p>No printer has been added to this site yet.</p>');
  expect(page).not.toContain('http-equiv="refresh"');
});

test('a page of a box that waits for its disk reloads itself', () => {
  expect(outOfOrder(7)).toContain('<meta http-equiv="refresh" content="7">');
});
