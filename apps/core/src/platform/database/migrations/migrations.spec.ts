import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { MigrationInterface } from 'typeorm';
import { migrations } from './index.js';

/** `Baseline1763600002000` → 2000: the number of its file, by which migrations are ordered. */
const numberOf = (name: string) => Number(/^[A-Z]\w*?176360000(2\d{3})$/.exec(name)?.[1]);

const made = migrations.map((Migration): MigrationInterface => new Migration());
const names = made.map(({ name }) => name ?? '');

test('every migration has its own number, in ascending order', () => {
  const numbers = names.map(numberOf);
  expect(numbers).not.toContain(NaN);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test('a migration’s class and its file have its number', () => {
  expect(migrations.map(({ name }) => name)).toEqual(names.map((name) => name.replace('176360000', '')));
  const files = globSync('2*.ts', { cwd: import.meta.dirname }).sort();
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(names.map(numberOf));
});
