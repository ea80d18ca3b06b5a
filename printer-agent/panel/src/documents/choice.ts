import { mostJobsOfPress, type PanelDocument } from '@sixpence/contracts/agent/gateway';
import { type Money, money } from '@sixpence/money/money';

/** The number of copies of each ticked document, by its id. */
export type Ticked = ReadonlyMap<string, number>;

/** The ticked documents, their cost, and the amount that the balance lacks. */
export interface Choice {
  /** In the order of the list. Ticked documents that are no longer listed do not count. */
  documentIds: string[];
  /** The documents with more than one copy. */
  copies: Record<string, number>;
  total: Money;
  shortfall: Money;
  /** True when a further copy would exceed the limit of one release. */
  isFull: boolean;
}

export function choiceOf(documents: readonly PanelDocument[], ticked: Ticked, available: Money): Choice {
  const chosen = documents.flatMap((document) => {
    const copies = ticked.get(document.documentId);
    return copies === undefined ? [] : [{ document, copies }];
  });
  const { currency } = available;
  const minor = chosen.reduce((sum, { document, copies }) => sum + document.price.minor * copies, 0);
  const several = chosen.filter(({ copies }) => copies > 1);
  return {
    documentIds: chosen.map(({ document }) => document.documentId),
    copies: Object.fromEntries(several.map(({ document, copies }) => [document.documentId, copies])),
    total: money(minor, currency),
    shortfall: money(Math.max(0, minor - available.minor), currency),
    isFull: chosen.reduce((sum, { copies }) => sum + copies, 0) >= mostJobsOfPress,
  };
}

/** One copy of every document on the list. */
export function everything(documents: readonly PanelDocument[]): Ticked {
  return new Map(documents.map(({ documentId }) => [documentId, 1]));
}

/** True when a document is ticked and the balance is sufficient. */
export function canPrint({ documentIds, shortfall }: Choice): boolean {
  return documentIds.length > 0 && shortfall.minor === 0;
}

/** The ticks after a touch on a row. */
export function toggledTick(ticked: Ticked, documentId: string): Ticked {
  const next = new Map(ticked);
  if (!next.delete(documentId)) next.set(documentId, 1);
  return next;
}

/** The ticks after a change of a document's copies. */
export function withCopies(ticked: Ticked, documentId: string, copies: number): Ticked {
  return new Map(ticked).set(documentId, copies);
}
