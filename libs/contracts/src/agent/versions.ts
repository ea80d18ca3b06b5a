/**
 * The number of the contract between boxes and core, which a box says in `hello`. It rises with a release that changes
 * what a box understands. A new optional field needs no number: boxes leave out what they do not know.
 */
export const contractNumber = 1;

interface NewerWord {
  /** The contract number that brought the word. */
  readonly since: number;
  /** The word that boxes of earlier numbers are told. */
  readonly before: string;
}

/** By the field in which a word stands, then by the word. */
export type NewerWords = Readonly<Record<string, Readonly<Record<string, NewerWord>>>>;

/** Words of core that did not come with the first contract: job states and ways of counting. */
export const newerWords: NewerWords = { state: {}, counting: {} };

/** The word that a box of this contract number knows. */
export function wordOf(contract: number, field: string, word: string, newer = newerWords): string {
  const row = newer[field]?.[word];
  return row && contract < row.since ? wordOf(contract, field, row.before, newer) : word;
}

/** A frame as text, in the words of a box of this contract number. */
export function frameFor(contract: number, frame: unknown, newer = newerWords): string {
  if (contract >= contractNumber) return JSON.stringify(frame);
  return JSON.stringify(frame, (field, value: unknown) =>
    typeof value === 'string' ? wordOf(contract, field, value, newer) : value,
  );
}
