import { currencies, type Currency } from '@sixpence/contracts/currencies';

/** Countries whose people are offered another currency than pounds (specification §9). */
const euroCountries = ['EE', 'IE'];

/** The currency that a person of this country is offered first; pounds where the country is not known. */
export function currencyOfCountry(countryCode: string | undefined): Currency {
  return euroCountries.includes(countryCode ?? '') ? 'EUR' : 'GBP';
}

/** The currency that an address names, as in `?currency=EUR`; undefined where it names none that there is. */
export function currencyInAddress(search: string): Currency | undefined {
  const named = new URLSearchParams(search).get('currency');
  return currencies.find((currency) => currency === named);
}
