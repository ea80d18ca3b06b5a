const ends = new Set<() => void>();

/**
 * Calls `end` when the user signs out, for work that outlives its page. Without it, the work would continue
 * under the account that signs in next in this tab.
 * @returns a function that removes `end`, to call when the work is over
 */
export function whenSignedOut(end: () => void): () => void {
  ends.add(end);
  return () => ends.delete(end);
}

export function endSignedInWork(): void {
  for (const end of [...ends]) end();
}
