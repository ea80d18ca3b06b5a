/**
 * `npm test`: runs all tests on this machine. A running `npm start` does not disturb it. The last lines are
 * the processor seconds of each group, `rows N/N` (how many rows of the specification the tests cover), and
 * `N passed, N failed`. The run fails when a test failed or no test ran. Names of groups run only these
 * groups: `npm test -- unit`.
 */
import { availableParallelism } from 'node:os';
import { check, jest } from './checks.mjs';
import { stopCommandsOnSignal } from '../process/commands.mjs';
import { compiler } from '../build/compile.mjs';
import { prepare } from '../setup/prepare.mjs';
import { main, SetupProblem } from '../process/progress.mjs';
import { forgetRows, readRows, rowsShown } from './rows.mjs';
import { sideBySide } from './side-by-side.mjs';

/**
 * The documents of this file take much processor time and memory, and each has the production limit of one
 * minute. Its one process counts as several places, so that fewer other tests run beside it.
 */
const LIMITS = 'hostile-files[.]spec';

/**
 * The number of test processes at a time. It is above the number of cores, because tests also wait for a
 * browser, a printer, or a restart. More processes would exceed the tests' timeouts; above ten, PostgreSQL
 * runs out of connections.
 */
const PLACES = Math.min(10, 2 * availableParallelism() + 2);

/** Finds unused files, exports, and packages, and packages that are not declared: see knip.config.js. */
const KNIP = 'node_modules/knip/bin/knip.js';

/**
 * Long groups first, and of these the groups that wait more than they compute. `--forceExit` ends the run
 * even if a failed test left a resource open.
 */
const groups = [
  ofTests('integration', { places: shareOf(0.4), args: ['--testPathIgnorePatterns', LIMITS] }),
  ofTests('faults', { places: shareOf(0.2), args: ['--forceExit'] }),
  ofTests('site', { places: shareOf(0.2), args: ['--forceExit'] }),
  ofTests('e2e', { places: 1, args: ['--forceExit'] }),
  ofTool('types', compiler, ['-b']),
  ofTool('format', 'node_modules/oxfmt/bin/oxfmt', ['--check']),
  ofTool('lint', 'node_modules/oxlint/bin/oxlint', ['.']),
  ofTool('imports', 'test/rules/imports.mjs', []),
  ofTool('unused', KNIP, []),
  ofTool('unused-in-production', KNIP, ['--production', '--strict']),
  ofTests('limits', {
    project: 'integration',
    places: shareOf(0.5),
    args: ['--forceExit', '--testPathPatterns', LIMITS],
  }),
  ofTests('unit', { places: shareOf(0.2), args: ['--forceExit'] }),
  ofTests('screens', { places: shareOf(0.2), args: ['--forceExit'] }),
];

const HELP = `npm test [-- GROUP…]

Runs all tests on this machine; a running service is not disturbed. Ends with the processor seconds of each
group, the rows of the specification that a test showed, and how many tests passed and failed.

  GROUP     runs only these groups: ${groups.map(({ name }) => name).join(', ')}`;

await main(HELP, async () => {
  stopCommandsOnSignal();
  const names = process.argv.slice(2);
  const wanted = wantedGroups(names);
  if (names.length === 0) forgetRows();
  try {
    const browser = wanted('site') || wanted('e2e') || wanted('faults');
    await prepare({ browser, bench: wanted('e2e') });
  } catch (error) {
    // A failed set-up or build counts as one failed check, so the last line has its usual form.
    console.log(error instanceof SetupProblem ? `✗ ${error.message}` : error);
    console.log('0 passed, 1 failed');
    return 1;
  }
  const chosen = groups.filter(({ name }) => wanted(name));
  const counts = await sideBySide(chosen, PLACES);
  const [passed, failed] = [sumOf(counts, 'passed'), sumOf(counts, 'failed')];
  const times = chosen.map(({ name }, at) => `${name} ${Math.round(counts[at].processorSeconds)}`);
  console.log(`processor seconds: ${times.join(', ')}, all ${Math.round(sumOf(counts, 'processorSeconds'))}`);
  console.log(`rows ${rowsShown(counts.flatMap(({ rows }) => rows ?? [])).size}/${readRows().size}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});

function sumOf(counts, field) {
  return counts.reduce((sum, count) => sum + count[field], 0);
}

/** This share of the places, at least one. */
function shareOf(part) {
  return Math.max(1, Math.round(part * PLACES));
}

/** Runs tests of one of Jest's projects, with one worker for each place. */
function ofTests(name, { project = name, places, args = [] }) {
  const workers = places === 1 ? '--runInBand' : `--maxWorkers=${places}`;
  return { name, places, run: () => jest(name, [project], [workers, ...args]) };
}

function ofTool(name, script, args) {
  return { name, places: 1, run: () => check(name, script, args) };
}

function wantedGroups(names) {
  const known = groups.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new SetupProblem(`npm test has no group "${unknown}". Its groups: ${known.join(', ')}.`);
  return (name) => names.length === 0 || names.includes(name);
}
