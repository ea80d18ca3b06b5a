import type { Currency } from '@sixpence/contracts/money';
import { money, type Money } from '@sixpence/money/money';
import { useQuery } from '@tanstack/react-query';
import { post } from '../../../lib/http.js';
import { useLatestNews } from '../../../lib/live/live-news.js';

/** What there is to print with; live news is newer than what was asked for. Undefined until known. */
export function useBalance(): { pounds: Money | undefined; euros: Money | undefined } {
  const { data } = useQuery({ queryKey: ['balance', 'GBP'], queryFn: fetchBalance });
  const news = useLatestNews('balance');
  const told = (currency: Currency) =>
    news.find(({ available }) => available.currency === currency)?.available;
  return { pounds: told('GBP') ?? data, euros: told('EUR') };
}

async function fetchBalance(): Promise<Money> {
  const { balance } = await post('/user-account-balance', { currency: 'GBP' });
  return money(Math.round(balance * 100), 'GBP');
}
