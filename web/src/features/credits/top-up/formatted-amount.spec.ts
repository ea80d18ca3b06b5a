import { afterEach, expect, test } from '@jest/globals';
import { speak } from '@sixpence/theme/language';
import { formattedAmount } from './formatted-amount.js';

afterEach(() => speak('en', {}));

test.each([
  ['en', 5, '£5'],
  ['en', 100, '£100'],
  ['de', 5, '5 £'],
  ['de', 1000, '1.000 £'],
] as const)('in %s an amount of %i pounds is %s', (language, major, words) => {
  speak(language, {});
  expect(formattedAmount(major, 'GBP').replace(/\s/g, ' ')).toBe(words);
});
