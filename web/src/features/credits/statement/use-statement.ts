import type { StatementAnswer, StatementEntry, StatementPeriod } from '@sixpence/contracts/http/statement';
import type { Currency } from '@sixpence/contracts/currencies';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure, post } from '../../../lib/http.js';
import { requireSession } from '../../../lib/session-guard.js';

export const statementKey = ['statement'];

/** The statement of a period, loaded page by page. After a failure it is empty (specification §8). */
export function useStatement(period: StatementPeriod, currency: Currency) {
  const navigate = useNavigate();
  const {
    data,
    error,
    isPending,
    isFetchNextPageError,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({
    queryKey: [...statementKey, period, currency],
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchPage({ period, currency, ...(cursor === '' ? {} : { cursor }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ cursor }: StatementAnswer) => cursor,
    retry: false,
  });

  useEffect(() => {
    if (isAboutSession(error)) void navigate('/login');
  }, [error, navigate]);

  const failed = error !== null && !isFetchNextPageError;
  const entries: StatementEntry[] = failed ? [] : (data?.pages.flatMap(({ orders }) => orders) ?? []);
  return {
    entries,
    loading: isPending,
    loadingMore: isFetchingNextPage,
    failed,
    /** The loading of a further page failed: the earlier pages stay, and `more` tries again. */
    moreFailed: isFetchNextPageError,
    more: hasNextPage && !failed ? () => void fetchNextPage() : undefined,
    refetch: () => void refetch(),
  };
}

async function fetchPage(
  asked: { period: StatementPeriod; currency: Currency; cursor?: string },
  signal: AbortSignal,
): Promise<StatementAnswer> {
  await requireSession();
  const answer: StatementAnswer | StatementEntry[] = await post('/user-account-statement', asked, signal);
  // The specification allows both forms: an object with a cursor, or a bare list.
  return Array.isArray(answer) ? { orders: answer } : answer;
}

function isAboutSession(error: unknown): boolean {
  if (error instanceof HttpFailure && error.status === 401) return true;
  return error instanceof Error && /session/i.test(error.message);
}
