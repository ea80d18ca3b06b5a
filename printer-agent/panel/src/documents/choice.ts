import { mostJobsOfPress, type PanelDocument } from '@sixpence/contracts/agent/gateway';
import { type Money, money } from '@sixpence/money/money';

/** How many copies of each ticked document are wanted, by its id. */
export type Ticked = ReadonlyMap<string, number>;

/** What the ticked documents cost, and what the balance lacks for them. */
export interface Choice {
  /** In the order of the list; ticks of documents that have left it do not count. */
  documentIds: string[];
  /** Of those of which more than one copy is wanted. */
  copies: Record<string, number>;
  total: Money;
  shortfall: Money;
  /** Whether one copy more would still be one press of PRINT. */
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

/** One copy of everything on the list. */
export function everything(documents: readonly PanelDocument[]): Ticked {
  return new Map(documents.map(({ documentId }) => [documentId, 1]));
}

/** Something is ticked and the balance reaches. */
export function canPrint({ documentIds, shortfall }: Choice): boolean {
  return documentIds.length > 0 && shortfall.minor === 0;
}

/** The ticks after a row was touched. */
export function toggledTick(ticked: Ticked, documentId: string): Ticked {
  const next = new Map(ticked);
  if (!next.delete(documentId)) next.set(documentId, 1);
  return next;
}

/** The ticks after more or fewer copies of a ticked document were chosen. */
export function withCopies(ticked: Ticked, documentId: string, copies: number): Ticked {
  return new Map(ticked).set(documentId, copies);
}
