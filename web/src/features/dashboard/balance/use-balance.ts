import type { Currency } from '@sixpence/contracts/currencies';
import type { Money } from '@sixpence/money/money';
import { useQuery } from '@tanstack/react-query';
import { balanceKey, fetchBalance } from '../../../lib/balance.js';
import { useLatestNews } from '../../../lib/live/live-news.js';

/** The user's balance; undefined until known. Live news replaces the answer of the call, which is older. */
export function useBalance(): { pounds: Money | undefined; euros: Money | undefined } {
  const { data } = useQuery({
    queryKey: balanceKey('GBP'),
    queryFn: ({ signal }) => fetchBalance('GBP', signal),
  });
  const news = useLatestNews('balance');
  const fromNews = (currency: Currency) =>
    news.find(({ available }) => available.currency === currency)?.available;
  return { pounds: fromNews('GBP') ?? data, euros: fromNews('EUR') };
}
