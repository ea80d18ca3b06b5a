import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../lib/http.js';
import { signInNeeded } from '../../lib/session-guard.js';

export const accountKey = ['account-details'];

export function useAccount(): { account: AccountDetails | undefined; failed: boolean; refetch: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => get('/account-details', undefined, signal),
    retry: (tries, failure) => tries < 2 && !signInNeeded(failure),
  });

  return { account: data, failed: error !== null, refetch: () => void refetch() };
}
