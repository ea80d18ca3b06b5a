import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import { post } from './http.js';

/** Query key of a balance. The signed-in area keeps its query cache until the user leaves it. */
export function balanceKey(currency: Currency): readonly unknown[] {
  return ['balance', currency];
}

/** The credits that the user can spend. @throws as `post` */
export async function fetchBalance(currency: Currency, signal?: AbortSignal): Promise<Money> {
  const { balance } = await post('/user-account-balance', { currency }, signal);
  return money(Math.round(balance * 100), currency);
}
