import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { balanceKey, fetchBalance } from '../../../lib/balance.js';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { requireSession } from '../../../lib/session-guard.js';

/**
 * The balance in a currency, from the last answer or live news. Undefined until it is known; 0 when the call
 * fails.
 */
export function useBalance(currency: Currency | undefined) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: balanceKey(currency ?? 'GBP'),
    queryFn: async ({ signal }) => {
      // The choice of a currency is an action of the user, and an action checks the session.
      await requireSession();
      return fetchBalance(currency ?? 'GBP', signal);
    },
    enabled: currency !== undefined,
    staleTime: 0,
  });

  useLiveNews('balance', ({ available }) => {
    const key = balanceKey(available.currency);
    // A running call may return an older balance after this news, so it is cancelled.
    void queries.cancelQueries({ queryKey: key }).then(() => queries.setQueryData<Money>(key, available));
  });

  const known = currency === undefined ? undefined : data;
  return {
    balance: isError && currency !== undefined ? money(0, currency) : known,
    failed: isError,
    refetch: () => void refetch(),
  };
}
