import type { PageFacts } from '@sixpence/contracts/events/events';
import type { Side } from '@sixpence/contracts/http/documents';
import type { Currency } from '@sixpence/contracts/currencies';
import { sum, type Money } from '@sixpence/money/money';
import { colorPages, optionsAt, unitPrices, type Abilities, type PriceList } from '../sites/price.js';

/** What is known of a document when it is quoted. */
export interface Quotable {
  documentId: string;
  revision: number;
  side: Side;
  isColor: boolean;
  pages: readonly PageFacts[];
}

/** Where it would be printed. */
export interface Place {
  printer: Abilities;
  prices: PriceList;
  currency: Currency;
}

/** What printing one document here means and costs. */
export interface Quote {
  side: Side;
  isColor: boolean;
  unitPrices: Money[];
  /** Which of them are the price of colour, counted from 1. */
  colorPages: number[];
  price: Money;
}

export function quote(document: Quotable, place: Place): Quote {
  const options = optionsAt(place.printer, document);
  const each = unitPrices(document.pages, options, place.prices);
  const inColor = colorPages(document.pages, options);
  return { ...options, unitPrices: each, colorPages: inColor, price: sum(each, place.currency) };
}

/** What the person saw and agreed to by pressing PRINT. */
export interface Agreed {
  revision: number;
  side: Side;
  isColor: boolean;
  quotedMinor: number;
}

/** Whether the person agreed to exactly this: nobody pays a price, or gets a print, they were not shown. */
export function isAgreed(document: Quotable, quoted: Quote, agreed: Agreed): boolean {
  return (
    document.revision === agreed.revision &&
    quoted.side === agreed.side &&
    quoted.isColor === agreed.isColor &&
    quoted.price.minor === agreed.quotedMinor
  );
}
