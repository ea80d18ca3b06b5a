import { installBrowser } from './browser.mjs';
import { buildWhatChanged } from './build.mjs';
import { makeFolders } from './checkout.mjs';
import { oneAtATime } from './lock.mjs';
import { installPackages } from './packages.mjs';
import { forBench, unpacked } from './tool-list.mjs';
import { fetchTools } from './tools.mjs';

/**
 * Everything a fresh machine lacks, and everything that changed since the last run; nothing when nothing did.
 * @param {{ browser?: boolean, bench?: boolean }} [wanted]
 */
export async function prepare(wanted = {}) {
  makeFolders();
  await oneAtATime(async () => {
    await installPackages();
    await fetchTools(unpacked);
    if (wanted.bench) await fetchTools(forBench);
    if (wanted.browser) await installBrowser();
    await buildWhatChanged();
  });
}
