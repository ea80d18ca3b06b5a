/** What stands in a column, by the column's head. */
type Columns<T> = Readonly<Record<string, (thing: T) => string>>;

/** A list for people: a head and a line for each thing, columns apart by tabs; or the sentence that there is none. */
export function listed<T>(things: readonly T[], none: string, columns: Columns<T>): string[] {
  if (things.length === 0) return [none];
  const cells = Object.values(columns);
  const lines = things.map((thing) => cells.map((cell) => cell(thing)).join('\t'));
  return [Object.keys(columns).join('\t'), ...lines];
}
