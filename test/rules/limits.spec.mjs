import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { limitsOf, limitsPage, pageOfLimits } from './limits.mjs';

test('docs/limits.md shows the limits of the code; npm run limits updates it', () => {
  expect(readFileSync(limitsPage, 'utf8').split('\n')).toEqual(pageOfLimits().split('\n'));
});

test('docs/limits.md lists no value from a folder `testing` or from a file `story-*`', () => {
  expect(pageOfLimits()).not.toMatch(/\/testing\/|story-/);
});

test.each([
  ['const waitMs = 2_000;', { waitMs: 2_000 }],
  ['export const waitMs = 2 * 60 * 1_000;', { waitMs: 120_000 }],
  ['const waitMs = minutes(5);', { waitMs: 300_000 }],
  ['const longestMs = 8; const waitMs = (longestMs + 2) ** 2;', { longestMs: 8, waitMs: 100 }],
  ['const limits = { pages: 7, name: "x" } as const;', { 'limits.pages': 7 }],
  ['const limits = Object.freeze({ pages: 7 });', { 'limits.pages': 7 }],
  ['const calls = { a: { budget: { points: 3 } } } satisfies Calls;', { 'calls.a.budget.points': 3 }],
  ['const mostPages = 7;', { mostPages: 7 }],
  ['const answer = 42; const waitMs = other; const text = "7";', {}],
])('the limits of %j are %j', (text, limits) => {
  const found = limitsOf('file.ts', text);
  expect(Object.fromEntries(found.map(({ name, value }) => [name, value]))).toEqual(limits);
});
