import type { Currency } from '@sixpence/contracts/currencies';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { get } from '../../../lib/http.js';
import { currencyInAddress, currencyOfCountry } from './currency-of.js';

/**
 * The currency that the page shows: what the person has chosen, else that of the country they are in, and undefined
 * until that has been asked. Who comes back from paying finds the currency in which they paid.
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
