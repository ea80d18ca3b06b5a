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

/**
 * The same lines with spaces instead of tabs, so that columns are as wide as their widest cell. Lines under a
 * heading without tabs, such as those of a CSV file, stay as they are.
 */
export function inColumns(lines: readonly string[]): readonly string[] {
  if (!lines[0]?.includes('\t')) return lines;
  const rows = lines.map((line) => line.split('\t'));
  const widths: number[] = [];
  for (const cells of rows.filter(({ length }) => length > 1))
    for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows.map((cells) =>
    cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '),
  );
}
