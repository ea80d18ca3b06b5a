/**
 * The newest documents first; documents that arrived together, such as in one mail, keep their order. All
 * documents live equally long, so a later expiry means a later arrival.
 */
export function newestFirst<Kept extends { expiresAt: string }>(documents: readonly Kept[]): Kept[] {
  return documents.toSorted((one, other) => Date.parse(other.expiresAt) - Date.parse(one.expiresAt));
}

/** The rows in the order that this browser session remembers. New rows come first, in their own order. */
export function arrange<Row extends { id: string }>(
  rows: readonly Row[],
  remembered: readonly string[],
): Row[] {
  const places = new Map(remembered.map((id, place) => [id, place]));
  return rows.toSorted((left, right) => (places.get(left.id) ?? -1) - (places.get(right.id) ?? -1));
}

/** The order after the temporary id of a row (`from`) is replaced by the id of its document (`to`). */
export function withIdReplaced(order: readonly string[], from: string, to: string): string[] {
  return order.map((id) => (id === from ? to : id));
}

/** The order with one row moved to another index (from 0), within the bounds of the list. */
export function moved(order: readonly string[], id: string, place: number): string[] {
  return order.filter((other) => other !== id).toSpliced(Math.max(0, place), 0, id);
}

/** Reads the order from the session's storage. Without an entry the order is empty. */
export function readOrder(note: string | null): string[] {
  return (note ?? '').split(' ').filter((id) => id !== '');
}

export function writeOrder(ids: readonly string[]): string {
  return ids.join(' ');
}
