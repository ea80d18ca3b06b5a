import { currencies, type Currency } from '@sixpence/contracts/currencies';

/** Countries whose users see euros first (specification §9). */
const euroCountries = ['EE', 'IE'];

/** The first currency for a country; pounds when the country is unknown. */
export function currencyOfCountry(countryCode: string | undefined): Currency {
  return euroCountries.includes(countryCode ?? '') ? 'EUR' : 'GBP';
}

/** The currency in an address such as `?currency=EUR`; undefined when it names no known currency. */
export function currencyInAddress(search: string): Currency | undefined {
  const named = new URLSearchParams(search).get('currency');
  return currencies.find((currency) => currency === named);
}
