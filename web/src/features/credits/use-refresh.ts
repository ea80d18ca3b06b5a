import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { walletsKey } from './balance/use-wallets.js';
import { monthlyKey } from './use-monthly-pages.js';
import { statementKey } from './statement/use-statement.js';
import { useGapInNews, useLiveNews } from '../../lib/live/live-news.js';

/** Fetches all data again that a payment or a refund changes. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [['balance'], walletsKey, monthlyKey, statementKey]) {
      void queries.invalidateQueries({ queryKey });
    }
  }, [queries]);
}

/**
 * Updates the open page on live news: a change of the balance also changes wallets, counts, and the
 * statement.
 */
export function useLiveCredits(): void {
  const queries = useQueryClient();
  const refresh = useRefresh();
  useLiveNews('balance', () => {
    for (const queryKey of [walletsKey, monthlyKey, statementKey]) {
      void queries.invalidateQueries({ queryKey });
    }
  });
  useGapInNews(refresh);
}
