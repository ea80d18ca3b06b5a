import { expect, test } from '@jest/globals';
import { currencyInAddress, currencyOfCountry } from './currency-of.js';

test.each<[string | undefined, string, number]>([
  ['GB', 'GBP', 272],
  ['EE', 'EUR', 273],
  ['IE', 'EUR', 274],
  ['DE', 'GBP', 275],
  ['', 'GBP', 275],
  [undefined, 'GBP', 275],
])('a user in %p is offered %s [row %i]', (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency);
});

test.each([
  ['?currency=EUR', 'EUR'],
  ['?payment_intent=pi_1&currency=GBP', 'GBP'],
  ['?currency=USD', undefined],
  ['', undefined],
])('the address %p chooses %p', (search, currency) => {
  expect(currencyInAddress(search)).toBe(currency);
});
