import { expect, test } from '@jest/globals';
import { sendMailMutants } from '../../fuzz/send-mail-mutants.js';

const seed = 20_261_123;
/** About two mutants of each example mail; `npm run fuzz -- mails` takes any number. */
const count = 50;

test('each of 50 damaged mails gets a final answer, and the intake keeps running', async () => {
  const {
    replies,
    unsettled,
    troubles,
    left: filesLeftBehind,
    peakBytes,
  } = await sendMailMutants({ seed, count });
  expect(unsettled).toEqual([]);
  expect(troubles).toEqual([]);
  expect(filesLeftBehind).toBe(0);
  expect(peakBytes).toBeLessThan(1024 ** 3);
  expect(Object.values(replies).reduce((sum, number) => sum + number, 0)).toBe(count);
  expect(Object.keys(replies)).toEqual(expect.arrayContaining(['250 2.0.0', '554 5.6.0']));
});
