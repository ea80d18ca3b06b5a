import pg from 'pg';

/** By their numbers in PostgreSQL's catalogue. */
const exactTypes: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];
const standard: (type: number, format?: 'text') => unknown = pg.types.getTypeParser;

/**
 * How every connection reads `bigint` and `numeric`: as a number, because amounts, counts, and sums are whole and small
 * enough. One that would not be exact throws, so that no amount is ever rounded on its way. The database driver's own
 * choice, a string, adds up wrongly in silence. A fraction is asked for by its name: `::float8`.
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
