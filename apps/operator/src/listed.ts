/** The columns of a list: heading → cell. */
type Columns<T> = Readonly<Record<string, (thing: T) => string>>;

/**
 * A list for people: a line of headings and a line for each thing, separated by tabs; or `none` for an empty
 * list.
 */
export function listed<T>(things: readonly T[], none: string, columns: Columns<T>): string[] {
  if (things.length === 0) return [none];
  const cellOfColumn = Object.values(columns);
  const lines = things.map((thing) => cellOfColumn.map((cellOf) => cellOf(thing)).join('\t'));
  return [Object.keys(columns).join('\t'), ...lines];
}
