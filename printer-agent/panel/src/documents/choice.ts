import type { PanelDocument } from '@sixpence/contracts/agent/gateway';
import { type Money, money } from '@sixpence/money/money';

/** What the ticked documents cost, and what the balance lacks for them. */
export interface Choice {
  /** In the order of the list; ticks of documents that have left it do not count. */
  documentIds: string[];
  total: Money;
  shortfall: Money;
}

export function choiceOf(
  documents: readonly PanelDocument[],
  ticked: ReadonlySet<string>,
  available: Money,
): Choice {
  const chosen = documents.filter(({ documentId }) => ticked.has(documentId));
  const { currency } = available;
  const minor = chosen.reduce((sum, { price }) => sum + price.minor, 0);
  return {
    documentIds: chosen.map(({ documentId }) => documentId),
    total: money(minor, currency),
    shortfall: money(Math.max(0, minor - available.minor), currency),
  };
}

/** Something is ticked and the balance reaches. */
export function canPrint({ documentIds, shortfall }: Choice): boolean {
  return documentIds.length > 0 && shortfall.minor === 0;
}

/** The ticks after a row was touched. */
export function toggledTick(ticked: ReadonlySet<string>, documentId: string): ReadonlySet<string> {
  const next = new Set(ticked);
  if (!next.delete(documentId)) next.add(documentId);
  return next;
}
