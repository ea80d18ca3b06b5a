import type { PageFacts } from '@sixpence/contracts/events/events';
import type { Side } from '@sixpence/contracts/http/documents';
import type { Money } from '@sixpence/money/money';

/** The price of one impression (one printed page face) at a site. */
export interface PriceList {
  mono: Record<Side, Money>;
  color: Record<Side, Money>;
}

/** How a document will be printed: the person's choice, limited to the printer's abilities. */
export interface PrintOptions {
  side: Side;
  isColor: boolean;
}

/** The abilities of a printer. Until the printer has reported, they are undefined and assumed to be there. */
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
 * The price of each page, in page order. A page costs the colour price if the document is printed in colour
 * and the page contains colour. In a two-sided print every face costs the two-sided price, including a single
 * last one.
 */
export function unitPrices(pages: readonly PageFacts[], options: PrintOptions, list: PriceList): Money[] {
  return pages.map((page) => (hasColorPrice(page, options) ? list.color : list.mono)[options.side]);
}

/** The numbers of the pages at the colour price, counted from 1. */
export function colorPages(pages: readonly PageFacts[], options: PrintOptions): number[] {
  return pages.flatMap((page, index) => (hasColorPrice(page, options) ? [index + 1] : []));
}

function hasColorPrice(page: PageFacts, options: PrintOptions): boolean {
  return options.isColor && page.hasColor;
}
