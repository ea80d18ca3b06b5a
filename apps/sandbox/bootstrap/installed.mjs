import { join } from 'node:path';
import { logsFolder } from './checkout.mjs';
import { EVERY_SOURCE } from './apt.mjs';
import { asRoot, isExecutable, onMachine, run, runOverNetwork } from './commands.mjs';
import { officeHas } from './office-home.mjs';
import { note, SetupProblem, step } from './progress.mjs';
import { installed } from './tool-list.mjs';

/** Downloads that break off are tried again, and whoever else installs something at this moment is waited for. */
const PATIENT = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=180'];

/** Chromium, for the tests only. */
export function installBrowser() {
  return installProgram('Chromium');
}

/**
 * LibreOffice, for office documents. Without it the service starts and refuses them. One that the machine has may lack
 * the part that draws formulas.
 */
export async function installOffice() {
  await installProgram('LibreOffice');
  if (officeHas(installed['LibreOffice Math'].file) === false) await install('LibreOffice Math');
}

/** Poppler and fonts, for PDFs that do not carry theirs. Without it the service starts and refuses them. */
export function installPoppler() {
  return installProgram('poppler');
}

/** One of the table's programs, unless the machine has it and those that come along. */
async function installProgram(name) {
  const { program, variable, besides = [] } = installed[name];
  const given = process.env[variable];
  if (given ? isExecutable(given) : [program, ...besides].every((each) => onMachine(each))) return;
  await install(name);
}

/** What goes wrong is said, and the rest goes on. Nothing that the machine has is removed for it. */
async function install(name) {
  const { packages, without } = installed[name];
  const wanted = ['install', '--yes', '--no-install-recommends', '--no-remove', ...packages];
  try {
    await step(name, () => aptInstall(name, wanted));
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    note(
      `${name} is missing${without ? `, ${without}` : ''}: ${error.message}\n  This gets it: sudo apt-get update && sudo apt-get ${wanted.join(' ')}`,
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
