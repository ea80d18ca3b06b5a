/** Receives the disk's error for a write that the box can do without. */
export type Unwritten = (error: unknown) => void;

/**
 * Attempts a write that the box can lose without harm.
 * @returns true when it succeeded
 */
export function writeIfPossible(unwritten: Unwritten, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    unwritten(error);
    return false;
  }
}
