import { expect, test } from '@jest/globals';
import { documentsAtOnce } from './lanes.js';

const gigabytes = (count: number) => count * 1024 ** 3;

test.each([
  [1, 1, 1],
  [2, 8, 2],
  [2, 20, 6],
  [1, 64, 4],
  [16, 64, 19],
])('with %i cores and %i GB of memory there are %i documents at once', (cores, memory, documents) => {
  expect(documentsAtOnce(cores, gigabytes(memory))).toBe(documents);
});
