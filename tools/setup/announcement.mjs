import { asRoot } from '../process/commands.mjs';
import { printLines } from '../process/progress.mjs';
import { isInstalled } from './installed.mjs';
import { formsAreMissing } from './office-forms.mjs';
import { packagesAreThere } from './packages.mjs';
import { forBench, installed, officeForms, packages, unpacked } from './tool-list.mjs';
import { missingTools } from './tools.mjs';

/**
 * Prints the programs that the set-up will install, with their places and approximate sizes; prints nothing
 * if none is missing.
 */
export async function announce({ browser, bench, given }) {
  const tools = [...missingTools(unpacked, given), ...(bench ? missingTools(forBench) : [])];
  const programs = ['LibreOffice', 'poppler', ...(browser ? ['Chromium'] : [])];
  const missing = programs.filter((name) => !isInstalled(name)).map((name) => [name, installed[name]]);
  const lines = announcementLines({
    packages: packagesAreThere() ? [] : [['packages with Node and PostgreSQL', packages]],
    tools: formsAreMissing() ? [...tools, ["LibreOffice's forms", officeForms]] : tools,
    installed: missing.length > 0 && (await asRoot()) ? missing : [],
  });
  if (lines.length > 0) printLines(['To be installed first:', ...lines].join('\n'));
}

/** A program of another Debian than this machine's is announced with that Debian's name. */
function nameWithRelease([name, { release }]) {
  return release === undefined ? name : `${name} (of Debian ${release})`;
}

/**
 * One line for each place into which programs are installed.
 * @typedef {[name: string, program: { megabytes: number, release?: string }][]} Programs
 * @param {{ packages: Programs, tools: Programs, installed: Programs }} missing
 */
export function announcementLines(missing) {
  const places = {
    packages: 'into node_modules/, by npm',
    tools: 'unpacked into .data/tools/',
    installed: 'added to this machine, by apt',
  };
  return Object.entries(places)
    .filter(([place]) => missing[place].length > 0)
    .map(([place, how]) => {
      const megabytes = missing[place].reduce((sum, [, program]) => sum + program.megabytes, 0);
      const names = missing[place].map(nameWithRelease).join(', ');
      return `  about ${megabytes} MB ${how}: ${names}`;
    });
}
