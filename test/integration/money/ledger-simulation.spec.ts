import { expect, test } from '@jest/globals';
import { simulate } from '../../simulate/simulate.js';

const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

/** `npm run simulate` runs thousands of seeds; `npm run simulate -- --seed N` repeats a failed one. */
test("the ledger equals the model's sums after parallel, repeated, and interrupted events", async () => {
  const found = await simulate({ seeds, steps: 50, workers: 2 });
  // Each difference is long: three of them, and the number of all.
  expect([found.length, ...found.slice(0, 3)]).toEqual([0]);
});
