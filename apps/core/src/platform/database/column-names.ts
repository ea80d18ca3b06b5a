const properties = new Map<string, string>();

/** The property for a column: `owner_id` → `ownerId`. */
export function propertyOf(column: string): string {
  let property = properties.get(column);
  if (property === undefined) {
    property = column.replace(/(?<=[a-z0-9])_+([a-z0-9])/g, (_, first: string) => first.toUpperCase());
    properties.set(column, property);
  }
  return property;
}

/** The column for a property: `ownerId` → `owner_id`. */
export function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
