import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, logsFolder } from './checkout.mjs';
import { isExecutable, onMachine, run, runOverNetwork } from './commands.mjs';
import { SetupProblem, step } from './progress.mjs';

const PINNED_NODE = join(checkout, 'node_modules/.bin/node');
const WANTED_MAJOR = 24;

/** Installs exactly the packages of package-lock.json, unless they are already there. */
export async function installPackages() {
  if (packagesAreThere()) return;
  await step('packages', async () => {
    const logFile = join(logsFolder, 'npm-ci.log');
    const { status, output } = await npm(['ci', '--no-audit', '--no-fund'], { logFile }, runOverNetwork);
    if (status !== 0) {
      throw new SetupProblem(
        `The packages could not be installed; with a network, npm ci does it. Its log (${logFile}) ends:\n` +
          output.slice(-2000),
      );
    }
  });
}

/** npm runs on the machine's Node, because `npm ci` deletes the pinned one while it works. */
export function npm(args, options = {}, runner = run) {
  const node = onMachine('node') ?? process.execPath;
  const cli = process.env.npm_execpath;
  return cli ? runner(node, [cli, ...args], options) : runner('npm', args, options);
}

/**
 * Node 24 for everything after the first lines: the machine's Node if it is new enough, otherwise the pinned
 * package.
 */
export function nodeProgram() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath;
  if (isExecutable(PINNED_NODE)) return PINNED_NODE;
  throw new SetupProblem(
    `Node ${WANTED_MAJOR} is missing: this machine has ${process.version} and no pinned package exists for ` +
      `${process.platform}-${process.arch}. Install Node ${WANTED_MAJOR} and start again.`,
  );
}

/**
 * npm writes node_modules/.package-lock.json only after a complete installation. Comparing it with
 * package-lock.json therefore shows a stale or interrupted installation without a stamp of our own.
 */
function packagesAreThere() {
  const noted = join(checkout, 'node_modules/.package-lock.json');
  if (!existsSync(noted)) return false;
  const installed = JSON.parse(readFileSync(noted, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional && !entry.devOptional)
    .every(([path, entry]) => entry.link || installed[path]?.version === entry.version);
}
