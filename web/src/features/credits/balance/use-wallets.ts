import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../lib/http.js';

export const walletsKey = ['my-wallets'];

/**
 * The wallets, and the amounts that are not in the balances. Undefined until loaded, and after a failure,
 * which the page does not show.
 */
export function useWallets(): MyWalletsAnswer | undefined {
  const { data } = useQuery({
    queryKey: walletsKey,
    queryFn: ({ signal }) => get('/my-wallets', undefined, signal),
    staleTime: 0,
  });
  return data;
}
