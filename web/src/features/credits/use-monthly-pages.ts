import type { MonthlyPagesAnswer } from '@sixpence/contracts/http/statement';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../lib/http.js';

export const monthlyKey = ['monthly-pages'];

/** What was printed this month; undefined while that is not known. */
export function useMonthlyPages(): MonthlyPagesAnswer | undefined {
  const { data } = useQuery({
    queryKey: monthlyKey,
    queryFn: ({ signal }) => get('/monthly-pages', undefined, signal),
    staleTime: 0,
  });
  return data;
}
