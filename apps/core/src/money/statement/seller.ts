import type { Seller } from '@sixpence/paper/papers';
import type { CoreConfig } from '../../platform/process/config.js';

/** The seller, as statements and receipts show it. */
export function sellerOf(
  config: Pick<CoreConfig, 'SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_VAT_NUMBER'>,
): Seller {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_VAT_NUMBER: vatNumber } = config;
  const lines = address.split(';').map((line) => line.trim());
  return {
    name,
    address: lines.filter((line) => line !== ''),
    vatNumber: vatNumber === '' ? undefined : vatNumber,
  };
}
