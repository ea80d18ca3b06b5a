import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';

declare global {
  var endSharedServices: (() => Promise<void>) | undefined;
}

/**
 * Runs once before all test files of a run. Jest loads this file outside its module mapping, so it may import
 * only compiled packages: build `apps/sandbox` first (`npm test` does).
 */
export default async function setUp(): Promise<void> {
  globalThis.endSharedServices = await startSharedServices();
}
