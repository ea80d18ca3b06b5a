import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { balanceKey, fetchBalance } from '../../../lib/balance.js';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { requireSession } from '../../../lib/session-guard.js';

/** The balance of a currency, as fetched or heard last; undefined until known, and 0 where it cannot be had. */
export function useBalance(currency: Currency | undefined) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: balanceKey(currency ?? 'GBP'),
    queryFn: async ({ signal }) => {
      // Asked for when a currency is chosen, which is an act of the person.
      await requireSession();
      return fetchBalance(currency ?? 'GBP', signal);
    },
    enabled: currency !== undefined,
    staleTime: 0,
  });

  useLiveNews('balance', ({ available }) => {
    const key = balanceKey(available.currency);
    // What was asked for before the news may be answered after it.
    void queries.cancelQueries({ queryKey: key }).then(() => queries.setQueryData<Money>(key, available));
  });

  const known = currency === undefined ? undefined : data;
  return {
    balance: isError && currency !== undefined ? money(0, currency) : known,
    failed: isError,
    refetch: () => void refetch(),
  };
}
