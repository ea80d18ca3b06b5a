/** Is told what the disk said to a write that the box goes on without. */
export type Unwritten = (error: unknown) => void;

/** Writes a fact that a box can lose without harm. @returns whether it is written */
export function writeIfPossible(unwritten: Unwritten, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    unwritten(error);
    return false;
  }
}
