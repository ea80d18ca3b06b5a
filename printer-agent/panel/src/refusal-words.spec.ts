import { expect, test } from '@jest/globals';
import { refusalCodes } from '@sixpence/contracts/refusals';
import { refusalWords } from './refusal-words.js';

test.each(refusalCodes)('%s has two plain sentences', (code) => {
  const { sentence, advice } = refusalWords(code);
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(advice).toMatch(/^[A-Z].*\.$/);
  expect(sentence + advice).not.toContain(code);
});
