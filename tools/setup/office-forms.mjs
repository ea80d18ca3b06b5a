import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadPackages } from './apt.mjs';
import { logsFolder, toolsFolder } from '../process/checkout.mjs';
import { run } from '../process/commands.mjs';
import { officeHas } from './office-home.mjs';
import { note, SetupProblem, step } from '../process/progress.mjs';
import { officeForms } from './tool-list.mjs';

/**
 * Form files (`*.ui`, descriptions of dialogs) of one version of LibreOffice, in the folder structure of an
 * installation.
 */
const folder = join(toolsFolder, 'libreoffice-forms');
const versionFile = join(folder, 'version');

/** Whether forms will be fetched. Before LibreOffice is installed, only the version file decides. */
export function formsAreMissing() {
  return officeHas(officeForms.telling) !== true && !existsSync(versionFile);
}

/**
 * Fetches forms that Debian's LibreOffice without a screen lacks. LibreOffice draws the comments of a text
 * with such a form, even without a screen. Without the forms, texts with comments fail; other documents work.
 */
export async function fetchOfficeForms() {
  if (officeHas(officeForms.telling) !== false) return;
  const version = await versionOf(officeForms.versionOf);
  if (version !== undefined && isThere(version)) return;
  try {
    await step("LibreOffice's forms", () => unpackForms(version));
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    const [firstLine] = error.message.split('\n');
    note(
      `LibreOffice's forms are missing, ${officeForms.without}: ${firstLine}\n  Connect to a network and start again to fetch them.`,
    );
  }
}

function isThere(version) {
  return existsSync(versionFile) && readFileSync(versionFile, 'utf8') === version;
}

async function unpackForms(version) {
  if (version === undefined)
    throw new SetupProblem(`${officeForms.versionOf} is not installed on this machine.`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const logFile = join(logsFolder, 'setup-libreoffice-forms.log');
  const wanted = officeForms.packages.map((name) => `${name}=${version}`);
  for (const archive of await downloadPackages(wanted, { folder: unfinished, logFile })) {
    const unpack = 'dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" --no-same-owner --wildcards "*.ui"';
    const { status, output } = await run('sh', ['-c', unpack, archive, unfinished]);
    if (status !== 0) throw new SetupProblem(`${archive} could not be unpacked: ${output}`);
    rmSync(archive);
  }
  writeFileSync(join(unfinished, 'version'), version);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return `LibreOffice's forms ${version}`;
}

async function versionOf(packageName) {
  const { status, output } = await run('dpkg-query', ['-W', '-f', '${Version}', packageName]);
  return status === 0 && output !== '' ? output : undefined;
}
