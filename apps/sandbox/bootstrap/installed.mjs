import { join } from 'node:path';
import { logsFolder } from './checkout.mjs';
import { EVERY_SOURCE } from './apt.mjs';
import { asRoot, isExecutable, onMachine, run, runOverNetwork } from './commands.mjs';
import { note, SetupProblem, step } from './progress.mjs';
import { installed } from './tool-list.mjs';

/** Downloads that break off are tried again, and whoever else installs something at this moment is waited for. */
const PATIENT = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=180'];

/** Chromium, for the tests only. Without it the tests that need it fail and say so; the rest still run. */
export function installBrowser() {
  return installProgram('chromium');
}

/** LibreOffice, for office documents. Without it the service starts and refuses them. */
export function installOffice() {
  return installProgram('LibreOffice');
}

/** One of the table's programs, unless the machine has it; what goes wrong is said, and the rest goes on. */
async function installProgram(name) {
  const { packages, program, variable, without } = installed[name];
  const given = process.env[variable];
  if (given ? isExecutable(given) : onMachine(program)) return;
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  try {
    await step(name, () => aptInstall(name, install));
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    note(
      `${name} is missing${without ? `, ${without}` : ''}: ${error.message}\n  This gets it: sudo apt-get update && sudo apt-get ${install.join(' ')}`,
    );
  }
}

async function aptInstall(name, install) {
  const root = await asRoot();
  if (root === undefined) throw new SetupProblem('this user is not root and has no passwordless sudo.');
  // Set behind sudo, which drops the environment it is given. Offline, systemctl starts nothing for anybody.
  const settings = ['DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1', 'LC_ALL=C.UTF-8'];
  const [program, ...first] = [...root, 'env', ...settings];
  const logFile = join(logsFolder, `setup-${name}.log`);
  const apt = (args, runner) => runner(program, [...first, 'apt-get', ...PATIENT, ...args], { logFile });
  if ((await apt(install, run)).status === 0) return;
  // Lists that are missing, or older than the archive, are the usual reason.
  await apt([...EVERY_SOURCE, 'update'], runOverNetwork);
  if ((await apt(install, runOverNetwork)).status !== 0)
    throw new SetupProblem(`apt-get could not install it (log: ${logFile}).`);
}
