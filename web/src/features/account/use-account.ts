import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { get, HttpFailure } from '../../lib/http.js';

export const accountKey = ['account-details'];

/** The person's account; a session that is gone leads to /login. */
export function useAccount(): { account: AccountDetails | undefined; failed: boolean; refetch: () => void } {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => get('/account-details', undefined, signal),
    retry: (tries, failure) => tries < 2 && !signInNeeded(failure),
  });

  useEffect(() => {
    if (signInNeeded(error)) void navigate('/login');
  }, [error, navigate]);

  return { account: data, failed: error !== null, refetch: () => void refetch() };
}

function signInNeeded(error: unknown): boolean {
  return error instanceof HttpFailure && error.needsSignIn;
}
