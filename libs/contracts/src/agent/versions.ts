/**
 * The number of the contract between agents and core, which an agent sends in `hello`. A version
 * of core that changes the meaning of something that agents read raises this number. A new optional field
 * needs no new number, because agents ignore unknown fields.
 */
export const contractNumber = 1;

interface NewerWord {
  /** The contract number that introduced the word. */
  readonly since: number;
  /** The word that agents with earlier numbers receive instead. */
  readonly before: string;
}

/** By field name, then by word. */
export type NewerWords = Readonly<Record<string, Readonly<Record<string, NewerWord>>>>;

/** Words of core that are newer than contract 1: job states and ways of counting. */
export const newerWords: NewerWords = { state: {}, counting: {} };

/** The word for an agent of this contract number. */
export function wordOf(contract: number, field: string, word: string, newer = newerWords): string {
  const row = newer[field]?.[word];
  return row && contract < row.since ? wordOf(contract, field, row.before, newer) : word;
}

/** A frame as JSON text, in the words of an agent of this contract number. */
export function frameFor(contract: number, frame: unknown, newer = newerWords): string {
  if (contract >= contractNumber) return JSON.stringify(frame);
  return JSON.stringify(frame, (field, value: unknown) =>
    typeof value === 'string' ? wordOf(contract, field, value, newer) : value,
  );
}
