import { expect, test } from '@jest/globals';
import { documentsAtOnce, laneSizes, standingBy } from './places.js';

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

test.each([
  [1, 1, 0],
  [2, 1, 1],
  [4, 3, 1],
  [7, 5, 2],
  [19, 13, 6],
])('of %i documents at once %i are in the quick lane and %i in the slow one', (all, quick, slow) => {
  expect(laneSizes(all)).toEqual({ quick, slow });
});

test.each([
  [1, 1],
  [2, 2],
  [5, 5],
  [13, 5],
])('with %i places in the quick lane there are %i spare processes', (quick, processes) => {
  expect(standingBy({ quick, slow: 1 })).toBe(processes);
});
