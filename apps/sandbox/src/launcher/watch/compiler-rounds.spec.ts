import { expect, test } from '@jest/globals';
import { CompilerRounds } from './compiler-rounds.js';

const error = "apps/core/src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.";
const text = [
  '1:00:00 AM - Starting compilation in watch mode...',
  '',
  '1:00:04 AM - Found 0 errors. Watching for file changes.',
  '',
  '1:00:09 AM - File change detected. Starting incremental compilation...',
  '',
  error,
  '',
  '1:00:11 AM - Found 1 error. Watching for file changes.',
  '',
].join('\n');
const rounds = [
  { errors: 0, report: '' },
  { errors: 1, report: error },
];

test('a round ends with its number of errors, and names them', () => {
  expect(new CompilerRounds().read(text)).toEqual(rounds);
});

test('text that comes letter by letter is read the same', () => {
  const compiler = new CompilerRounds();
  expect(text.split('').flatMap((letter) => compiler.read(letter))).toEqual(rounds);
});
