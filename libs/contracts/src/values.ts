import { z } from 'zod';

/**
 * A line of text from a user or a browser. It has no control characters, which no name or address contains. A
 * longer text is refused before the pattern is matched, so that a pattern never runs over a long text.
 */
export function plainText(maxLength: number) {
  return z
    .string()
    .max(maxLength, { abort: true })
    .regex(/^[^\p{Cc}]*$/u);
}

/** The largest value of the database's integer columns. */
const mostCounted = 2 ** 31 - 1;

/** A count from 0, within the database's range. */
export const tally = z.int().min(0).max(mostCounted);

/** A number that counts from 1, within the database's range. */
export const ordinal = z.int().min(1).max(mostCounted);

/** An ordinal in an address. */
export const ordinalInAddress = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(ordinal);

/** A word in the spelling of this contract's lists; a sentence does not match. */
const keyword = z
  .string()
  .max(50, { abort: true })
  .regex(/^[a-z][a-z0-9-]*$/);

/**
 * A word of a list that may grow. A word that only a newer peer knows is read as `otherwise`, so that agents
 * and cores of different versions work together.
 */
export function knownWord<W extends string>(words: readonly W[], otherwise: NoInfer<W>) {
  return keyword.transform((word): W => words.find((known) => known === word) ?? otherwise);
}
