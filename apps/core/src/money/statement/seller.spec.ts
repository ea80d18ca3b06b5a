import { expect, test } from '@jest/globals';
import type { CoreConfig } from '../../platform/process/config.js';
import { SellerController } from './seller.controller.js';
import { sellerOf } from './seller.js';

test.each([
  ['1 Coin Street; London ;; EC1', 'GB1', { address: ['1 Coin Street', 'London', 'EC1'], vatNumber: 'GB1' }],
  ['', '', { address: [], vatNumber: undefined }],
])(
  'the address %j is split into lines, and the VAT number %j is shown unless it is empty',
  (address, number, expected) => {
    const config = { SELLER_NAME: 'Sixpence', SELLER_ADDRESS: address, SELLER_VAT_NUMBER: number };
    expect(sellerOf(config)).toEqual({ name: 'Sixpence', ...expected });
  },
);

test('a seller without a VAT number or an e-mail address is answered with null for both', () => {
  const config = { SELLER_NAME: 'Sixpence', SELLER_ADDRESS: '', SELLER_VAT_NUMBER: '', SELLER_EMAIL: '' };
  const seller = new SellerController(config as CoreConfig).seller();
  expect(seller).toEqual({ name: 'Sixpence', address: [], vatNumber: null, email: null });
});
