/** The columns of a list: heading → cell. */
type Columns<T> = Readonly<Record<string, (item: T) => string>>;

/**
 * The lines of a list for people: the headings, then a line for each item, with tabs between the cells.
 * `none` is the only line of an empty list.
 */
export function listLines<T>(items: readonly T[], none: string, columns: Columns<T>): string[] {
  if (items.length === 0) return [none];
  const cellOfColumn = Object.values(columns);
  const lines = items.map((item) => cellOfColumn.map((cellOf) => cellOf(item)).join('\t'));
  return [Object.keys(columns).join('\t'), ...lines];
}
