/** What came last on top; what came together, such as with one mail, in its own order. Whatever comes is kept equally long. */
export function newestFirst<Kept extends { expiresAt: string }>(documents: readonly Kept[]): Kept[] {
  return documents.toSorted((one, other) => Date.parse(other.expiresAt) - Date.parse(one.expiresAt));
}

/**
 * Rows in the order in which this browser session has shown them. Rows it has not seen yet come first, in
 * their own order.
 */
export function arrange<Row extends { id: string }>(
  rows: readonly Row[],
  remembered: readonly string[],
): Row[] {
  const places = new Map(remembered.map((id, place) => [id, place]));
  return rows.toSorted((left, right) => (places.get(left.id) ?? -1) - (places.get(right.id) ?? -1));
}

/** The same order after a row has got its real id. */
export function renamed(order: readonly string[], from: string, to: string): string[] {
  return order.map((id) => (id === from ? to : id));
}

/** The same rows with one at another place, counted from 0; no further than the ends. */
export function moved(order: readonly string[], id: string, place: number): string[] {
  return order.filter((other) => other !== id).toSpliced(Math.max(0, place), 0, id);
}

/** The order kept in the session's storage; anything unreadable is no order. */
export function readOrder(note: string | null): string[] {
  return (note ?? '').split(' ').filter((id) => id !== '');
}

export function writeOrder(ids: readonly string[]): string {
  return ids.join(' ');
}
