import { writeFileSync } from 'node:fs';

/**
 * Writes how many tests passed and failed, once all have run. Jest's own `--json` gives up on errors that refer to
 * themselves.
 */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
      results;
    const count = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests + numTodoTests,
    };
    writeFileSync(process.env['SIXPENCE_TEST_COUNT'], JSON.stringify(count));
  }
}
