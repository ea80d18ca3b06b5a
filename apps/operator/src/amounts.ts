import { currencies, type Currency } from '@sixpence/contracts/currencies';
import { parseMajor, type Money } from '@sixpence/money/money';
import { UsageError } from './command.js';

/** @throws UsageError with the list of currencies */
export function currencyOf(text: string): Currency {
  const found = currencies.find((currency) => currency === text.toUpperCase());
  if (!found) throw new UsageError(`The currency must be one of ${currencies.join(', ')}`);
  return found;
}

/** An amount in major units, such as `12.50`. @throws UsageError */
export function amountOf(text: string, currency: Currency): Money {
  try {
    return parseMajor(text, currency);
  } catch (cause) {
    throw new UsageError(`Give an amount such as 0.05 or 12.50, not ${text}`, { cause });
  }
}
