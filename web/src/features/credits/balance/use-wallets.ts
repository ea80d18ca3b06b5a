import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../lib/http.js';

export const walletsKey = ['my-wallets'];

/** What stands beside the balances; undefined until known, and where it cannot be had, which is not worth a word. */
export function useWallets(): MyWalletsAnswer | undefined {
  const { data } = useQuery({
    queryKey: walletsKey,
    queryFn: ({ signal }) => get('/my-wallets', undefined, signal),
    staleTime: 0,
  });
  return data;
}
