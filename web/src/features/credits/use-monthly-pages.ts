import type { MonthlyPagesAnswer } from '@sixpence/contracts/http/statement';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../lib/http.js';

export const monthlyKey = ['monthly-pages'];

/** The pages printed this month; undefined until they are known. */
export function useMonthlyPages(): MonthlyPagesAnswer | undefined {
  const { data } = useQuery({
    queryKey: monthlyKey,
    queryFn: ({ signal }) => get('/monthly-pages', undefined, signal),
    staleTime: 0,
  });
  return data;
}
