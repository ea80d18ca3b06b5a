import { DefaultNamingStrategy } from 'typeorm';

const properties = new Map<string, string>();

/** `owner_id` → `ownerId`: how a column is called in code. */
export function propertyOf(column: string): string {
  let property = properties.get(column);
  if (property === undefined) {
    property = column.replace(/(?<=[a-z0-9])_+([a-z0-9])/g, (_, first: string) => first.toUpperCase());
    properties.set(column, property);
  }
  return property;
}

/** `ownerId` → `owner_id`: how a property is called in the database. */
export function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Entities name their columns as the door for SQL does. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? columnOf(property);
  }
}
