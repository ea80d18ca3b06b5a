import { writeFileSync } from 'node:fs';
import { readRows, rowsOfTests } from './rows.mjs';

/**
 * After all tests, writes how many passed and failed, and which rows of the specification their titles name.
 * Jest's own `--json` fails on errors that refer to themselves. A title that names an unknown row counts as a
 * failed test.
 */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
      results;
    const rows = rowsOfTests(
      results.testResults.flatMap((file) => file.testResults),
      readRows(),
    );
    for (const title of rows.unknown) {
      console.error(`"${title}" names a row that test/rows.tsv does not have.`);
    }
    const count = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites + rows.unknown.length,
      skipped: numPendingTests + numTodoTests,
      rows,
    };
    writeFileSync(process.env['SIXPENCE_TEST_COUNT'], JSON.stringify(count));
  }
}
