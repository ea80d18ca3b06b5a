import { buildWhatChanged } from '../build/build.mjs';
import { makeFolders } from '../process/checkout.mjs';
import { useHooks } from './hooks.mjs';
import { installBrowser, installOffice, installPoppler } from './installed.mjs';
import { fetchOfficeForms } from './office-forms.mjs';
import { oneAtATime } from './lock.mjs';
import { compile } from '../build/compile.mjs';
import { installPackages } from './packages.mjs';
import { SetupProblem, step } from '../process/progress.mjs';
import { forBench, unpacked } from './tool-list.mjs';
import { fetchTools } from './tools.mjs';

/**
 * Installs and builds everything that is missing or has changed since the last run.
 * @param {{ browser?: boolean, bench?: boolean, given?: Record<string, string | undefined> }} [wanted]
 * `given` are the variables that may name an external server
 */
export async function prepare(wanted = {}) {
  refuseOldNode();
  makeFolders();
  await oneAtATime(() => bothToTheirEnds(packagesAndBuild(wanted), programs(wanted)));
}

async function packagesAndBuild({ bench }) {
  await installPackages();
  await useHooks();
  await buildWhatChanged();
  if (bench) await buildBench();
}

async function buildBench() {
  await step('bench built', async () => {
    const { status, output } = await compile(['test']);
    if (status !== 0) throw new SetupProblem(`The bench could not be built:\n${output.slice(-4000)}`);
  });
}

/** One after the other, because Debian's installer holds a lock. */
async function programs({ browser, bench, given }) {
  await fetchTools(unpacked, given);
  if (bench) await fetchTools(forBench);
  await installOffice();
  await fetchOfficeForms();
  await installPoppler();
  if (browser) await installBrowser();
}

/**
 * Waits for both, even if one fails, so that the other installation completes. Then throws the first error.
 */
async function bothToTheirEnds(...both) {
  const ends = await Promise.allSettled(both);
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupProblem(`Node ${process.versions.node} is too old: install Node 20.19 or newer, best 24.`);
}
