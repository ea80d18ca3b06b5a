/**
 * What a group of tests amounts to. A group in which no test ran has failed, because somebody emptied it or its pattern
 * finds nothing any more; so has a file that could not run at all.
 * @param {number} status Jest's exit status
 * @param {{ passed: number, failed: number, skipped: number } | undefined} found what its reporter counted, if it came so far
 */
export function countOf(status, found = { passed: 0, failed: 0, skipped: 0 }) {
  const broken = found.failed === 0 && (status !== 0 || found.passed === 0);
  return broken ? { ...found, failed: 1 } : found;
}
