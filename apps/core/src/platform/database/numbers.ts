import pg from 'pg';

/** Ids of types in PostgreSQL's catalog. */
const exactTypes: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];
const standard: (type: number, format?: 'text') => unknown = pg.types.getTypeParser;

/**
 * Reads `bigint` and `numeric` as numbers, on every connection: our amounts, counts, and sums are whole and
 * small enough. A value that would not be exact throws, so no amount is ever rounded. The driver's default is
 * a string, which `+` concatenates without an error. A query that wants a fraction casts it: `::float8`.
 */
export const exactNumbers = {
  getTypeParser(type: number, format?: 'text'): unknown {
    return exactTypes.includes(type) ? wholeNumber : standard(type, format);
  },
};

/** @throws RangeError for a fraction, and for a number beyond ±9,007,199,254,740,991 */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} cannot be read exactly as a whole number`);
  return number;
}
