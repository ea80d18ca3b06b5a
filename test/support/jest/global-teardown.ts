/** Runs once after all test files of a run, whatever became of them. */
export default async function tearDown(): Promise<void> {
  await globalThis.endSharedServices?.();
}
