import { expect, test } from '@jest/globals';
import { convertMutants } from '../../fuzz/convert-mutants.js';

const seed = 20_261_120;
/** About one mutant of each example document; `npm run fuzz` takes any number. */
const count = 27;

test('each of 27 damaged documents ends as ready, or as failed with a reason, and the converter does not crash', async () => {
  const { ends, unsettled, crashes } = await convertMutants({ seed, count });
  expect(unsettled).toEqual([]);
  expect(crashes).toBe(0);
  expect(Object.values(ends).reduce((sum, number) => sum + number, 0)).toBe(count);
}, 400_000);
