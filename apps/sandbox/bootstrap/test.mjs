/**
 * `npm test`: everything, on this machine alone, beside a running `npm start` if need be. It ends with two plain lines:
 * `rows N/N`, the rows of the specification that a test showed, and `N passed, N failed`. It fails when anything failed or
 * nothing ran. Names of groups run only those: `npm test -- unit`.
 */
import { availableParallelism } from 'node:os';
import { check, jest } from './checks.mjs';
import { stopCommandsOnSignal } from './commands.mjs';
import { compiler } from './compile.mjs';
import { prepare } from './prepare.mjs';
import { main, SetupProblem } from './progress.mjs';
import { forgetRows, readRows, rowsShown } from './rows.mjs';
import { sideBySide } from './side-by-side.mjs';

/**
 * The file whose documents would take the time and memory of others that are tried beside it. Its documents have a minute
 * each, as in production. So that neighbours do not use that up, its one process counts as several.
 */
const LIMITS = 'hostile-files[.]spec';

/**
 * Processes of tests at a time: more than cores, because each waits at times for a browser, a printer, or a restart. Many
 * more would only make everything late, and what is bounded by time fail; beyond ten, PostgreSQL's connections run out.
 */
const PLACES = Math.min(10, 2 * availableParallelism() + 2);

/**
 * Long ones first, and among them those that wait more than they work. What a test that failed left open must not
 * keep the last line from being printed, hence `--forceExit`.
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
  ofTests('limits', {
    project: 'integration',
    places: shareOf(0.5),
    args: ['--forceExit', '--testPathPatterns', LIMITS],
  }),
  ofTests('unit', { places: shareOf(0.2), args: ['--forceExit'] }),
  ofTests('screens', { places: shareOf(0.2), args: ['--forceExit'] }),
];

await main(async () => {
  stopCommandsOnSignal();
  const names = process.argv.slice(2);
  const wanted = wantedGroups(names);
  if (names.length === 0) forgetRows();
  try {
    const browser = wanted('site') || wanted('e2e') || wanted('faults');
    await prepare({ browser, bench: wanted('e2e') });
  } catch (error) {
    // What cannot be set up or built is a failed check: the last line says so as for any other.
    console.log(error instanceof SetupProblem ? `✗ ${error.message}` : error);
    console.log('0 passed, 1 failed');
    return 1;
  }
  const counts = await sideBySide(
    groups.filter(({ name }) => wanted(name)),
    PLACES,
  );
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`rows ${rowsShown(counts.flatMap(({ rows }) => rows ?? [])).size}/${readRows().size}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});

/** So many of the places, and one at least. */
function shareOf(part) {
  return Math.max(1, Math.round(part * PLACES));
}

/** Tests of one of Jest's projects, by as many workers as they have places. */
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
  if (unknown) throw new SetupProblem(`npm test knows no "${unknown}". It knows: ${known.join(', ')}.`);
  return (name) => names.length === 0 || names.includes(name);
}
