import { join } from 'node:path';
import { logsFolder } from '../process/checkout.mjs';
import { EVERY_SOURCE } from './apt.mjs';
import { asRoot, isExecutable, onMachine, run, runOverNetwork } from '../process/commands.mjs';
import { officeHas } from './office-home.mjs';
import { note, SetupProblem, step } from '../process/progress.mjs';
import { installed } from './tool-list.mjs';

/** apt retries an interrupted download, and waits while another installation holds the lock. */
const PATIENT = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=180'];

export function installBrowser() {
  return installProgram('Chromium');
}

/**
 * Installs LibreOffice, for office documents. Without it the service starts and refuses such documents. A
 * LibreOffice of the machine may lack Math, which draws formulas.
 */
export async function installOffice() {
  await installProgram('LibreOffice');
  if (officeHas(installed['LibreOffice Math'].file) === false) await install('LibreOffice Math');
}

/**
 * Installs Poppler and fonts, for PDFs that do not embed their fonts. Without them the service starts and
 * refuses such PDFs.
 */
export function installPoppler() {
  return installProgram('poppler');
}

/**
 * Installs one program of the table, unless the machine already has it and the programs that belong to it.
 */
async function installProgram(name) {
  if (!isInstalled(name)) await install(name);
}

export function isInstalled(name) {
  const { program, variable, besides = [] } = installed[name];
  const given = process.env[variable];
  return given ? isExecutable(given) : [program, ...besides].every((each) => onMachine(each));
}

/** Reports a failure and continues. apt may not remove any installed package. */
async function install(name) {
  const { packages, without } = installed[name];
  const wanted = ['install', '--yes', '--no-install-recommends', '--no-remove', ...packages];
  try {
    await step(name, () => aptInstall(name, wanted));
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    note(
      `${name} is missing${without ? `, ${without}` : ''}: ${error.message}\n  To install it: sudo apt-get update && sudo apt-get ${wanted.join(' ')}`,
    );
  }
}

async function aptInstall(name, install) {
  const root = await asRoot();
  if (root === undefined) throw new SetupProblem('this user is not root and has no passwordless sudo.');
  // The variables come after sudo in the command line, because sudo drops its environment. SYSTEMD_OFFLINE
  // keeps apt from starting services.
  const settings = ['DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1', 'LC_ALL=C.UTF-8'];
  const [program, ...first] = [...root, 'env', ...settings];
  const logFile = join(logsFolder, `setup-${name}.log`);
  const apt = (args, runner) => runner(program, [...first, 'apt-get', ...PATIENT, ...args], { logFile });
  if ((await apt(install, run)).status === 0) return;
  // The usual reason is missing or outdated package lists.
  await apt([...EVERY_SOURCE, 'update'], runOverNetwork);
  if ((await apt(install, runOverNetwork)).status !== 0)
    throw new SetupProblem(`apt-get could not install it (log: ${logFile}).`);
}
