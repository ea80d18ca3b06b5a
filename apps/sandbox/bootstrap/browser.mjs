import { join } from 'node:path';
import { logsFolder } from './checkout.mjs';
import { asRoot, isExecutable, onMachine, run } from './commands.mjs';
import { note, step } from './progress.mjs';
import { installed } from './tool-list.mjs';

/** Chromium, for the tests only. Without it the tests that need it fail and say so; the rest still run. */
export async function installBrowser() {
  const { packages, program, variable } = installed.chromium;
  const given = process.env[variable];
  if (given ? isExecutable(given) : onMachine(program)) return;
  const command = ['apt-get', 'install', '--yes', '--no-install-recommends', ...packages];
  const root = await asRoot();
  if (root === undefined) {
    note(
      `chromium is missing, and this user is not root and has no passwordless sudo.\n  sudo ${command.join(' ')}`,
    );
    return;
  }
  await step('chromium', async () => {
    const logFile = join(logsFolder, 'setup-chromium.log');
    // Set behind sudo, which drops the environment it is given.
    const quietly = [...root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8'];
    const apt = ([first, ...rest]) => run(quietly[0], [...quietly.slice(1), first, ...rest], { logFile });
    const install = () => apt(command);
    if ((await install()).status === 0) return;
    await apt(['apt-get', 'update']);
    if ((await install()).status === 0) return;
    note(
      `chromium could not be installed (log: ${logFile}). This gets it: apt-get update && ${command.join(' ')}`,
    );
    return 'chromium was tried';
  });
}
