import { expect, test } from '@jest/globals';
import { simulate } from '../../simulate/simulate.js';

const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

/** `npm run simulate` plays thousands; the seed of one that broke is played again by `npm run simulate -- --seed N`. */
test('whatever happens to the ledger, at once, twice, or cut off, it says what simple sums say', async () => {
  expect(await simulate({ seeds, steps: 50, workers: 2 })).toEqual([]);
});
