import type { PageFacts } from '@sixpence/contracts/events/events';
import type { Side } from '@sixpence/contracts/http/documents';
import type { Money } from '@sixpence/money/money';

/** What one impression (one printed page face) costs at a site. */
export interface PriceList {
  mono: Record<Side, Money>;
  color: Record<Side, Money>;
}

/** How a document will be printed: what the person asked for, as far as the printer can do it. */
export interface PrintOptions {
  side: Side;
  isColor: boolean;
}

/** What is known of a printer; undefined until it has reported, and then taken for able. */
export interface Abilities {
  color: boolean | undefined;
  duplex: boolean | undefined;
}

export function optionsAt(printer: Abilities, wanted: PrintOptions): PrintOptions {
  return {
    side: printer.duplex === false ? '1-Sided' : wanted.side,
    isColor: wanted.isColor && printer.color !== false,
  };
}

/**
 * The price of each page, in page order. The colour price applies to a page only if the document is printed in colour
 * and the page holds any; every face of a two-sided print costs the two-sided price, the last one too.
 */
export function unitPrices(pages: readonly PageFacts[], options: PrintOptions, list: PriceList): Money[] {
  return pages.map((page) => (hasColorPrice(page, options) ? list.color : list.mono)[options.side]);
}

/** Which pages are at the price of colour, counted from 1. */
export function colorPages(pages: readonly PageFacts[], options: PrintOptions): number[] {
  return pages.flatMap((page, index) => (hasColorPrice(page, options) ? [index + 1] : []));
}

function hasColorPrice(page: PageFacts, options: PrintOptions): boolean {
  return options.isColor && page.hasColor;
}
