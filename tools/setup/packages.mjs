import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, logsFolder } from '../process/checkout.mjs';
import { runOverNetwork } from '../process/commands.mjs';
import { npm } from '../process/node.mjs';
import { SetupProblem, step } from '../process/progress.mjs';

/** Installs exactly the packages of package-lock.json, unless they are already there. */
export async function installPackages() {
  if (packagesAreThere()) return;
  await step('packages', async () => {
    const logFile = join(logsFolder, 'npm-ci.log');
    const { status, output } = await npm(['ci', '--no-audit', '--no-fund'], { logFile }, runOverNetwork);
    if (status !== 0) {
      throw new SetupProblem(
        `The packages could not be installed. Check the network, then run npm ci. The log (${logFile}) ends:\n` +
          output.slice(-2000),
      );
    }
  });
}

/**
 * npm writes node_modules/.package-lock.json only after a complete installation. Comparing it with
 * package-lock.json therefore shows a stale or interrupted installation without a stamp of our own.
 */
export function packagesAreThere() {
  const noted = join(checkout, 'node_modules/.package-lock.json');
  if (!existsSync(noted)) return false;
  const installed = JSON.parse(readFileSync(noted, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional && !entry.devOptional)
    .every(([path, entry]) => entry.link || installed[path]?.version === entry.version);
}
