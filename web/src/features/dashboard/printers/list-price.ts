import type { DocumentRow } from '@sixpence/contracts/http/documents';
import type { OwnPrinter, OwnPrintersAnswer, PricedDocument } from '@sixpence/contracts/http/own-printers';
import { type Money, sum } from '@sixpence/money/money';

/** What somebody has on the list and can print now. */
type Listed = Pick<DocumentRow, 'orderId' | 'revision' | 'side' | 'isColor' | 'status'>;

/** What everything on the list costs at a printer; undefined where a price is missing, or is that of other options. */
export function listPrice(
  { documents }: OwnPrintersAnswer,
  printer: OwnPrinter,
  listed: readonly Listed[],
): Money | undefined {
  const prices = listed
    .filter(({ status }) => status === 'ready')
    .map((document) => printer.prices?.[placeOf(documents, document)]);
  const [first] = prices;
  if (!first || prices.includes(undefined)) return undefined;
  return sum(
    prices.filter((price) => price !== undefined),
    first.currency,
  );
}

/** What one document costs, where it costs the same at every printer that is shown. */
export function documentPrice(
  { documents, printers }: OwnPrintersAnswer,
  document: Listed,
): Money | undefined {
  if (document.status !== 'ready') return undefined;
  const place = placeOf(documents, document);
  const [first, ...others] = printers.map(({ prices }) => prices?.[place]);
  return first && others.every((other) => isSame(first, other)) ? first : undefined;
}

/** Where the prices of a document stand, as it is now; -1 where there are none yet. */
function placeOf(documents: readonly PricedDocument[], { orderId, revision, side, isColor }: Listed): number {
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
