/** Runs once after all test files of a run, even if some failed. */
export default async function tearDown(): Promise<void> {
  await globalThis.endSharedServices?.();
}
