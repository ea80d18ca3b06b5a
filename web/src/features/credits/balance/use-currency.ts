import type { Currency } from '@sixpence/contracts/currencies';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { get } from '../../../lib/http.js';
import { currencyInAddress, currencyOfCountry } from './currency-of.js';

/**
 * The currency of the page: the user's choice, or the currency of the user's country. Undefined until the
 * country is known. After a payment at a bank, the address names the currency of the payment.
 */
export function useCurrency(): [Currency | undefined, (currency: Currency) => void] {
  const { search } = useLocation();
  const [chosen, setChosen] = useState(() => currencyInAddress(search));
  const { data, isPending } = useQuery({
    queryKey: ['user-location'],
    queryFn: ({ signal }) => get('/get-user-location', undefined, signal),
    retry: false,
    staleTime: Infinity,
  });
  const local = isPending ? undefined : currencyOfCountry(data?.country_code);
  return [chosen ?? local, setChosen];
}
