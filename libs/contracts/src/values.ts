import { z } from 'zod';

/**
 * A line of text that people or browsers wrote: no control characters, which no name or address has. What is too long is
 * looked at no further, so that no pattern has to be matched against a whole body.
 */
export function plainText(maxLength: number) {
  return z
    .string()
    .max(maxLength, { abort: true })
    .regex(/^[^\p{Cc}]*$/u);
}

/** The largest whole number of the database's usual columns. */
const mostCounted = 2 ** 31 - 1;

/** How often something happened, as far as the database counts. */
export const tally = z.int().min(0).max(mostCounted);

/** Counts from 1, as far as the database counts. */
export const ordinal = z.int().min(1).max(mostCounted);

/** An ordinal as it is written in an address. */
export const ordinalInAddress = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(ordinal);

/** A word as lists of this contract spell it; a sentence is none. */
const keyword = z
  .string()
  .max(50, { abort: true })
  .regex(/^[a-z][a-z0-9-]*$/);

/**
 * A word of a list that may grow. One that only a newer peer knows is read as `otherwise`, so that boxes and cores of
 * different age go on together.
 */
export function knownWord<W extends string>(words: readonly W[], otherwise: NoInfer<W>) {
  return keyword.transform((word): W => words.find((known) => known === word) ?? otherwise);
}
