/**
 * Counts a group of tests. A group without any executed test counts as failed, because its files are gone or
 * its pattern matches nothing. A test file that cannot run also counts as a failure.
 * @param {number} status Jest's exit status
 * @param {{ passed: number, failed: number, skipped: number } | undefined} found the count of the reporter,
 * if Jest reached it
 */
export function countOf(status, found = { passed: 0, failed: 0, skipped: 0 }) {
  const broken = found.failed === 0 && (status !== 0 || found.passed === 0);
  return broken ? { ...found, failed: 1 } : found;
}
