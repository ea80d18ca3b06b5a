import type { DocumentRow } from '@sixpence/contracts/http/documents';
import type { OwnPrinter, OwnPrintersAnswer, PricedDocument } from '@sixpence/contracts/http/own-printers';
import { type Money, sum } from '@sixpence/money/money';

/** The part of a document that its price depends on. */
type Listed = Pick<DocumentRow, 'orderId' | 'revision' | 'side' | 'isColor' | 'status'>;

/**
 * The price of all ready documents at a printer. Undefined if a price is missing or belongs to other options.
 */
export function listPrice(
  { documents }: OwnPrintersAnswer,
  printer: OwnPrinter,
  listed: readonly Listed[],
): Money | undefined {
  const prices = listed
    .filter(({ status }) => status === 'ready')
    .map((document) => printer.prices?.[priceIndexOf(documents, document)]);
  const [first] = prices;
  if (!first || prices.includes(undefined)) return undefined;
  return sum(
    prices.filter((price) => price !== undefined),
    first.currency,
  );
}

/** The price of one document; undefined if the shown printers differ or a price is missing. */
export function documentPrice(
  { documents, printers }: OwnPrintersAnswer,
  document: Listed,
): Money | undefined {
  if (document.status !== 'ready') return undefined;
  const priceIndex = priceIndexOf(documents, document);
  const [first, ...others] = printers.map(({ prices }) => prices?.[priceIndex]);
  return first && others.every((other) => isSame(first, other)) ? first : undefined;
}

/** The index of a document's prices for its current revision and options; -1 if there are none. */
function priceIndexOf(
  documents: readonly PricedDocument[],
  { orderId, revision, side, isColor }: Listed,
): number {
  return documents.findIndex(
    (priced) =>
      priced.orderId === orderId &&
      priced.revision === revision &&
      priced.side === side &&
      priced.isColor === isColor,
  );
}

function isSame(one: Money, other: Money | undefined): boolean {
  return one.minor === other?.minor && one.currency === other.currency;
}
