/**
 * The newest documents first; documents that arrived at one moment, as in one mail, keep their order. All
 * documents have the same lifetime, so a later expiry means a later arrival.
 */
export function newestFirst<Kept extends { expiresAt: string }>(documents: readonly Kept[]): Kept[] {
  return documents.toSorted((one, other) => Date.parse(other.expiresAt) - Date.parse(one.expiresAt));
}

/** The rows in the order that this browser session has stored. New rows come first, in their own order. */
export function arrange<Row extends { id: string }>(
  rows: readonly Row[],
  storedOrder: readonly string[],
): Row[] {
  const indexes = new Map(storedOrder.map((id, index) => [id, index]));
  return rows.toSorted((left, right) => (indexes.get(left.id) ?? -1) - (indexes.get(right.id) ?? -1));
}

/** The order after the temporary id of a row (`from`) is replaced by the id of its document (`to`). */
export function withIdReplaced(order: readonly string[], from: string, to: string): string[] {
  return order.map((id) => (id === from ? to : id));
}

/** The order with one row moved to another index (from 0), within the bounds of the list. */
export function moved(order: readonly string[], id: string, index: number): string[] {
  return order.filter((other) => other !== id).toSpliced(Math.max(0, index), 0, id);
}

/** Reads the order from the session's storage. Without an entry the order is empty. */
export function readOrder(stored: string | null): string[] {
  return (stored ?? '').split(' ').filter((id) => id !== '');
}

export function writeOrder(ids: readonly string[]): string {
  return ids.join(' ');
}
