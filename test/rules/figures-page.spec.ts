import { expect, test } from '@jest/globals';
import { pageOfFigures } from '../bench/figures-page.js';

const measured = (bench: string, figures: Record<string, number>) => {
  return { bench, figures, date: '2026-11-26', machine: '2 cores' };
};

test('a measured figure becomes a row of the page of figures', () => {
  const page = pageOfFigures('', [measured('print', { 'ratio to ipptool': 1.128 })]);
  expect(page).toMatch(/^# Figures\n/);
  expect(page).toMatch(/\n\| print \| ratio to ipptool \| 1\.13 \| 2026-11-26, 2 cores \|\n$/);
});

test('a benchmark that runs again replaces only its own rows', () => {
  const first = pageOfFigures('', [
    measured('ledger', { ratio: 0.7, gone: 3 }),
    measured('ledger-size', { ratio: 0.9 }),
  ]);
  const page = pageOfFigures(first, [measured('ledger', { ratio: 0.8 })]);
  expect(page.match(/\n\| .*2026.*/g)).toEqual([
    '\n| ledger-size | ratio | 0.90 | 2026-11-26, 2 cores |',
    '\n| ledger | ratio | 0.80 | 2026-11-26, 2 cores |',
  ]);
  expect(page.match(/^\| bench/gm)).toHaveLength(1);
});
