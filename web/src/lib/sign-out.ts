const ends = new Set<() => void>();

/**
 * Calls `end` when the person is led to sign in, for work that outlives its page: whoever signs in next in this tab would
 * go on with it.
 * @returns the way to say that the work is over
 */
export function whenSignedOut(end: () => void): () => void {
  ends.add(end);
  return () => ends.delete(end);
}

export function endSignedInWork(): void {
  for (const end of [...ends]) end();
}
