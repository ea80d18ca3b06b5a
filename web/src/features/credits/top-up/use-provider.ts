import { useQuery } from '@tanstack/react-query';
import { fetchCode } from '../../../lib/fetch-code.js';
import { get } from '../../../lib/http.js';

/**
 * The payment provider's form and script, loaded after the page itself. `notSetUp`: the service has no key
 * for it.
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
