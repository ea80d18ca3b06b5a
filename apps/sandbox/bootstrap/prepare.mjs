import { buildWhatChanged } from './build.mjs';
import { makeFolders } from './checkout.mjs';
import { useHooks } from './hooks.mjs';
import { installBrowser, installOffice, installPoppler } from './installed.mjs';
import { fetchOfficeForms } from './office-forms.mjs';
import { oneAtATime } from './lock.mjs';
import { installPackages } from './packages.mjs';
import { SetupProblem } from './progress.mjs';
import { forBench, unpacked } from './tool-list.mjs';
import { fetchTools } from './tools.mjs';

/**
 * Everything a fresh machine lacks, and everything that changed since the last run; nothing when nothing did.
 * @param {{ browser?: boolean, bench?: boolean, given?: Record<string, string | undefined> }} [wanted] `given` are the
 *   variables that may name a server of somebody else's
 */
export async function prepare(wanted = {}) {
  refuseOldNode();
  makeFolders();
  await oneAtATime(async () => {
    await installPackages();
    await useHooks();
    await fetchTools(unpacked, wanted.given);
    if (wanted.bench) await fetchTools(forBench);
    await installOffice();
    await fetchOfficeForms();
    await installPoppler();
    if (wanted.browser) await installBrowser();
    await buildWhatChanged();
  });
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupProblem(`Node ${process.versions.node} is too old: install Node 20.19 or newer, best 24.`);
}
