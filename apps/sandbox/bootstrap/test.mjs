/**
 * `npm test`: everything, on this machine alone, beside a running `npm start` if need be. It ends with two plain lines:
 * `rows N/N`, the rows of the specification that a test showed, and `N passed, N failed`. It fails when anything failed or
 * nothing ran. Names of groups run only those: `npm test -- unit`.
 */
import { check, jest } from './checks.mjs';
import { stopCommandsOnSignal } from './commands.mjs';
import { compiler } from './compile.mjs';
import { prepare } from './prepare.mjs';
import { main, SetupProblem } from './progress.mjs';
import { forgetRows, readRows, rowsShown } from './rows.mjs';

/** The file whose documents would take the time and memory of others that are tried beside it. */
const LIMITS = 'hostile-files[.]spec';

/**
 * Side by side, because each waits at times, for a browser, a printer, or a process that starts again. What a journey
 * that failed left open must not keep the last line from being printed, hence `--forceExit`.
 */
const lanes = [
  [
    [
      'integration',
      () => jest('integration', ['integration'], ['--maxWorkers=3', '--testPathIgnorePatterns', LIMITS]),
    ],
  ],
  [
    ['types', () => check('types', compiler, ['-b'])],
    ['format', () => check('format', 'node_modules/oxfmt/bin/oxfmt', ['--check'])],
    ['lint', () => check('lint', 'node_modules/oxlint/bin/oxlint', ['.'])],
    ['imports', () => check('imports', 'test/rules/imports.mjs', [])],
    ['unit', () => jest('unit', ['unit'], ['--maxWorkers=2'])],
    ['screens', () => jest('screens', ['screens'], ['--maxWorkers=2'])],
    [
      'limits',
      () => jest('limits', ['integration'], ['--runInBand', '--forceExit', '--testPathPatterns', LIMITS]),
    ],
  ],
  [['e2e', () => jest('e2e', ['e2e'], ['--runInBand', '--forceExit'])]],
  [['faults', () => jest('faults', ['faults'], ['--maxWorkers=2', '--forceExit'])]],
  [['site', () => jest('site', ['site'], ['--maxWorkers=2', '--forceExit'])]],
];

await main(async () => {
  stopCommandsOnSignal();
  const names = process.argv.slice(2);
  const wanted = wantedGroups(names);
  if (names.length === 0) forgetRows();
  try {
    await prepare({ browser: wanted('site') || wanted('e2e') || wanted('faults') });
  } catch (error) {
    // What cannot be set up or built is a failed check: the last line says so as for any other.
    console.log(error instanceof SetupProblem ? `✗ ${error.message}` : error);
    console.log('0 passed, 1 failed');
    return 1;
  }
  const counts = (await Promise.all(lanes.map((lane) => runInOrder(lane, wanted)))).flat();
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`rows ${rowsShown(counts.flatMap(({ rows }) => rows ?? [])).size}/${readRows().size}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});

async function runInOrder(groups, wanted) {
  const counts = [];
  for (const [name, run] of groups) if (wanted(name)) counts.push(await run());
  return counts;
}

function wantedGroups(names) {
  const known = lanes.flat().map(([name]) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new SetupProblem(`npm test knows no "${unknown}". It knows: ${known.join(', ')}.`);
  return (name) => names.length === 0 || names.includes(name);
}
