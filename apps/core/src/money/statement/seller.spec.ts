import { expect, test } from '@jest/globals';
import { sellerOf } from './seller.js';

test.each([
  ['1 Coin Street; London ;; EC1', 'GB1', { address: ['1 Coin Street', 'London', 'EC1'], vatNumber: 'GB1' }],
  ['', '', { address: [], vatNumber: undefined }],
])('the address %j has these lines, and the VAT number %j', (address, number, expected) => {
  const config = { SELLER_NAME: 'Sixpence', SELLER_ADDRESS: address, SELLER_VAT_NUMBER: number };
  expect(sellerOf(config)).toEqual({ name: 'Sixpence', ...expected });
});
