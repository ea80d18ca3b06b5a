import { buildTests, buildWhatChanged } from '../build/build.mjs';
import { makeFolders } from '../process/checkout.mjs';
import { SetupProblem } from '../process/progress.mjs';
import { announce } from './announcement.mjs';
import { useHooks } from './hooks.mjs';
import { installBrowser, installOffice, installPoppler } from './installed.mjs';
import { oneAtATime } from './lock.mjs';
import { fetchOfficeForms } from './office-forms.mjs';
import { installPackages } from './packages.mjs';
import { forBench, unpacked } from './tool-list.mjs';
import { fetchTools } from './tools.mjs';

/**
 * Installs and builds everything that is missing or has changed since the last run.
 * @typedef {object} Wanted
 * @property {boolean} [browser] with a browser
 * @property {boolean} [tests] with the programs in `test/`
 * @property {boolean} [bench] with these programs, and the peers that the bench measures against
 * @property {Record<string, string | undefined>} [given] variables that may name an external server
 * @param {Wanted} [wanted]
 */
export async function prepare(wanted = {}) {
  refuseOldNode();
  makeFolders();
  await oneAtATime(async () => {
    await announce(wanted);
    await waitForBoth(packagesAndBuild(wanted), programs(wanted));
  });
}

async function packagesAndBuild({ bench, tests = bench }) {
  await installPackages();
  await useHooks();
  await buildWhatChanged();
  if (tests) await buildTests();
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
async function waitForBoth(...both) {
  const ends = await Promise.allSettled(both);
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupProblem(`Node ${process.versions.node} is too old: install Node 20.19 or newer, best 24.`);
}
