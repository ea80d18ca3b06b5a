import { useQuery } from '@tanstack/react-query';
import { fetchCode } from '../../../lib/fetch-code.js';
import { get } from '../../../lib/http.js';

/**
 * The payment provider: its form and its script, which are fetched when the page is already there. `notSetUp` where
 * the service has no key.
 */
export function useProvider() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['payment-provider'],
    queryFn: openProvider,
    retry: false,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return {
    provider: data === 'not-set-up' ? undefined : data,
    notSetUp: data === 'not-set-up',
    failed: isError,
    retry: () => void refetch(),
  };
}

async function openProvider() {
  const { publishableKey, scriptUrl } = await get('/payment-config');
  if (publishableKey === undefined) return 'not-set-up';
  const [{ CardForm }, { openStripe }] = await Promise.all([
    fetchCode('card-form', () => import('./card-form.js')),
    fetchCode('stripe', () => import('./open-stripe.js')),
  ]);
  return { CardForm, stripe: await openStripe(publishableKey, scriptUrl) };
}
