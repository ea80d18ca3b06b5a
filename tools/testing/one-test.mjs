/**
 * `npm run t release`: runs the test files of that name, from any group, after the set-up that they need. The
 * name matches an exact file name first (`release` is release.spec.ts), then a part of a file name, then a
 * part of a path.
 */
import { relative } from 'node:path';
import { checkout, makeFolders } from '../process/checkout.mjs';
import { run, stopCommandsOnSignal } from '../process/commands.mjs';
import { handOver } from '../process/hand-over.mjs';
import { nodeProgram } from '../process/node.mjs';
import { installPackages } from '../setup/packages.mjs';
import { prepare } from '../setup/prepare.mjs';
import { main, note, SetupProblem } from '../process/progress.mjs';
import { filesNamed } from './test-files.mjs';

const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const USAGE = 2;
/** This test needs the tools that only the bench installs. */
const BENCH_TEST = 'test/e2e/bench.spec.ts';

const HELP = `npm run t NAME [NAME…]

Runs the test files of these names, after the set-up that they need. A name is a file's name (release), a part
of it, or a part of its path.`;

await main(HELP, async () => {
  const release = stopCommandsOnSignal();
  const names = process.argv.slice(2);
  if (names.length === 0) {
    console.error('Name a test: npm run t release');
    return USAGE;
  }
  makeFolders();
  await installPackages();
  const all = await allTestFiles();
  const files = [...new Set(names.flatMap((name) => filesNamed(name, all)))];
  const unknown = names.filter((name) => filesNamed(name, all).length === 0);
  if (unknown.length > 0) {
    console.error(`None of the ${all.length} test files is called ${unknown.join(' or ')}.`);
    return USAGE;
  }
  for (const file of files) note(file);
  // Tests below test/ start built processes. Tests beside the code read its source.
  const onServices = files.filter((file) => file.startsWith('test/'));
  const journeys = onServices.some((file) => !file.startsWith('test/integration/'));
  const bench = files.includes(BENCH_TEST);
  if (onServices.length > 0) await prepare({ browser: journeys, bench });
  release();
  return handOver([
    ...JEST,
    '--runInBand',
    ...(journeys ? ['--forceExit'] : []),
    '--runTestsByPath',
    ...files,
  ]);
});

async function allTestFiles() {
  const { status, output } = await run(nodeProgram(), [...JEST, '--listTests']);
  if (status !== 0) throw new SetupProblem(`Jest could not list the tests:\n${output.slice(-4000)}`);
  return output
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((file) => relative(checkout, file))
    .sort();
}
