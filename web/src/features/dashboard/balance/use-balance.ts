import type { BalanceAnswer } from '@sixpence/contracts/http/credits';
import { money, type Money } from '@sixpence/money/money';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../../lib/http.js';

/** The balance in pounds; live news is newer than what was asked for. Undefined until known. */
export function useBalance(news: Money | undefined): Money | undefined {
  const { data } = useQuery({ queryKey: ['balance', 'GBP'], queryFn: fetchBalance });
  return news ?? data;
}

async function fetchBalance(): Promise<Money> {
  const { balance } = await post<BalanceAnswer>('/user-account-balance', { currency: 'GBP' });
  return money(Math.round(balance * 100), 'GBP');
}
