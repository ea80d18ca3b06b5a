/**
 * `npm test`: everything, on this machine alone, beside a running `npm start` if need be. It ends with one plain line,
 * `N passed, N failed`, and fails when anything failed or nothing ran. Names of groups run only those: `npm test -- unit`.
 */
import { check, jest } from './checks.mjs';
import { stopCommandsOnSignal } from './commands.mjs';
import { prepare } from './prepare.mjs';
import { main, SetupProblem } from './progress.mjs';

const CRUISE = ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'printer-agent', 'web', 'test'];

/** Side by side, because none of these needs more than a processor: the tools in one lane, the quick tests in the other. */
const lanes = [
  [
    ['types', () => check('types', 'node_modules/typescript/bin/tsc', ['-b'])],
    ['format', () => check('format', 'node_modules/prettier/bin/prettier.cjs', ['--check', '.'])],
    ['lint', () => check('lint', 'node_modules/eslint/bin/eslint.js', ['.', '--max-warnings', '0'])],
    ['imports', () => check('imports', 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', CRUISE)],
  ],
  [
    ['unit', () => jest('unit', ['unit'], ['--maxWorkers=2'])],
    ['screens', () => jest('screens', ['screens'], ['--maxWorkers=2'])],
  ],
];

/** The files that measure how long something takes have the machine to themselves; the rest shares it. */
const MEASURING = 'hostile-files[.]spec';
const onServices = [
  [
    'limits',
    () => jest('limits', ['integration'], ['--runInBand', '--forceExit', '--testPathPatterns', MEASURING]),
  ],
  [
    'integration',
    () => jest('integration', ['integration'], ['--maxWorkers=2', '--testPathIgnorePatterns', MEASURING]),
  ],
];

/**
 * Side by side, each in one lane: journeys mostly wait, for a browser, a printer, or a process that starts again. What a
 * journey that failed left open must not keep the last line from being printed, hence `--forceExit`.
 */
const journeys = [
  [['e2e', () => jest('e2e', ['e2e'], ['--runInBand', '--forceExit'])]],
  [['faults', () => jest('faults', ['faults'], ['--runInBand', '--forceExit'])]],
];

await main(async () => {
  stopCommandsOnSignal();
  const wanted = wantedGroups(process.argv.slice(2));
  try {
    await prepare({ browser: wanted('e2e') || wanted('faults') });
  } catch (error) {
    // What cannot be set up or built is a failed check: the last line says so as for any other.
    console.log(error instanceof SetupProblem ? `✗ ${error.message}` : error);
    console.log('0 passed, 1 failed');
    return 1;
  }
  const counts = await runSideBySide(lanes, wanted);
  counts.push(...(await runInOrder(onServices, wanted)));
  counts.push(...(await runSideBySide(journeys, wanted)));
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});

async function runSideBySide(several, wanted) {
  return (await Promise.all(several.map((lane) => runInOrder(lane, wanted)))).flat();
}

async function runInOrder(groups, wanted) {
  const counts = [];
  for (const [name, run] of groups) if (wanted(name)) counts.push(await run());
  return counts;
}

function wantedGroups(names) {
  const known = [...lanes.flat(), ...onServices, ...journeys.flat()].map(([name]) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new SetupProblem(`npm test knows no "${unknown}". It knows: ${known.join(', ')}.`);
  return (name) => names.length === 0 || names.includes(name);
}
