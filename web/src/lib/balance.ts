import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import { post } from './http.js';

/** Under which a balance is kept while the person stays in the signed-in area. */
export function balanceKey(currency: Currency): readonly unknown[] {
  return ['balance', currency];
}

/** What somebody has to print with. @throws as `post` */
export async function fetchBalance(currency: Currency, signal?: AbortSignal): Promise<Money> {
  const { balance } = await post('/user-account-balance', { currency }, signal);
  return money(Math.round(balance * 100), currency);
}
