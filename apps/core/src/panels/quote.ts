import type { PageFacts } from '@sixpence/contracts/events/events';
import type { Side } from '@sixpence/contracts/http/documents';
import type { Currency } from '@sixpence/contracts/currencies';
import { sum, type Money } from '@sixpence/money/money';
import { colorPages, optionsAt, unitPrices, type Abilities, type PriceList } from '../sites/price.js';

/** The fields of a document that its price depends on. */
export interface Quotable {
  documentId: string;
  revision: number;
  side: Side;
  isColor: boolean;
  pages: readonly PageFacts[];
}

/** The printer's abilities, prices, and currency. */
export interface PricedPrinter {
  printer: Abilities;
  prices: PriceList;
  currency: Currency;
}

/** The options and the price of printing one document at a printer. */
export interface Quote {
  side: Side;
  isColor: boolean;
  unitPrices: Money[];
  /** The numbers of the pages at the colour price, counted from 1. */
  colorPages: number[];
  price: Money;
}

export function quote(document: Quotable, pricedPrinter: PricedPrinter): Quote {
  const options = optionsAt(pricedPrinter.printer, document);
  const pagePrices = unitPrices(document.pages, options, pricedPrinter.prices);
  return {
    ...options,
    unitPrices: pagePrices,
    colorPages: colorPages(document.pages, options),
    price: sum(pagePrices, pricedPrinter.currency),
  };
}

/** The terms that the panel showed and the person accepted by pressing PRINT. */
export interface AgreedTerms {
  revision: number;
  side: Side;
  isColor: boolean;
  quotedMinor: number;
}

/** Whether the person accepted exactly this revision, these options, and this price. */
export function isAgreed(document: Quotable, quoted: Quote, agreed: AgreedTerms): boolean {
  return (
    document.revision === agreed.revision &&
    quoted.side === agreed.side &&
    quoted.isColor === agreed.isColor &&
    quoted.price.minor === agreed.quotedMinor
  );
}
