import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsFolder } from '../process/checkout.mjs';
import { onMachine, run, runOverNetwork } from '../process/commands.mjs';
import { SetupProblem } from '../process/progress.mjs';
import { alwaysThere } from './tool-list.mjs';

/** The project's own package lists, fetched only when the machine's lists are missing or outdated. */
const ownLists = join(toolsFolder, 'apt');
let options = [];
/** apt retries an interrupted download by itself. */
const RETRIES = ['-o', 'Acquire::Retries=3'];
/** Makes apt fail when a source does not answer, so that the caller can retry the command. */
export const EVERY_SOURCE = ['-o', 'APT::Update::Error-Mode=any'];

/**
 * The packages that installing `name` would add or replace, as `name=version`. apt only simulates the
 * installation, so no root is needed. `name` itself is always in the answer.
 */
export async function packagesToGet(name) {
  const simulate = () => apt(['--simulate', '--no-install-recommends', 'install', name]);
  let answer = await simulate();
  if (answer.status !== 0) {
    await fetchLists();
    answer = await simulate();
  }
  if (answer.status !== 0) throw packageProblem(name, answer.output);
  const found = [...answer.output.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)]
    .filter(([, found]) => !alwaysThere.test(found.replace(/:.*/, '')))
    .map(([, found, version]) => `${found}=${version}`);
  return found.some((entry) => entry.startsWith(`${name}=`)) ? found : [...found, name];
}

/**
 * Downloads packages into a folder and returns their file names. After a failure it fetches the package lists
 * and tries once more.
 */
export async function downloadPackages(packages, { folder, logFile }) {
  const download = (wanted, runner) => apt(['download', ...wanted], { cwd: folder, logFile }, runner);
  let answer = await download(packages);
  if (answer.status !== 0) {
    const name = packages.at(-1).replace(/=.*/, '');
    await fetchLists();
    const newest = packages.map((entry) => entry.replace(/=.*/, ''));
    answer = await download(newest, runOverNetwork);
    if (answer.status !== 0) throw packageProblem(name, answer.output);
  }
  return archivesIn(folder);
}

function archivesIn(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.deb'))
    .map((file) => join(folder, file));
}

const debianKeys = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Whether this machine runs Debian, but not `release`, and can check the archive's signature. */
export function isDebianOtherThan(release) {
  if (!existsSync('/etc/os-release') || !existsSync(debianKeys)) return false;
  const { id, codename } = system();
  return id === 'debian' && codename !== release;
}

function system() {
  return systemOf(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * The address of Debian's archive in the machine's apt sources. The archive also holds newer releases.
 * @returns undefined when the sources do not name it
 */
export async function debianArchive() {
  const { output } = await apt([
    'indextargets',
    '--format',
    '$(RELEASE) $(COMPONENT) $(REPO_URI)',
    'Created-By: Packages',
  ]);
  return new RegExp(`^${system().codename} main (\\S+)$`, 'm').exec(output)?.[1];
}

/** The fields `ID` and `VERSION_CODENAME` of `/etc/os-release`. */
export function systemOf(text) {
  const field = (name) => new RegExp(`^${name}="?(\\w*)"?$`, 'm').exec(text)?.[1];
  return { id: field('ID'), codename: field('VERSION_CODENAME') };
}

/**
 * Downloads one package of another Debian release into a folder, without its libraries. The program must run
 * on the libraries of this machine. apt gets a separate source list, so the machine's sources do not change.
 * apt checks the signatures as usual.
 */
export async function downloadFromRelease(name, release, { archive, folder, logFile }) {
  const own = join(toolsFolder, `apt-${release}`);
  mkdirSync(join(own, 'lists'), { recursive: true });
  mkdirSync(join(own, 'cache/archives/partial'), { recursive: true });
  const sources = join(own, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${debianKeys}] ${archive} ${release} main\n`);
  const settings = {
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(own, 'lists'),
    'Dir::Cache': join(own, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::http::Timeout': '10',
  };
  const given = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  // The package is optional, and a machine without a network must not wait for it at each start: no retry.
  const ask = (args) =>
    run('apt-get', [...given, ...args], { cwd: folder, logFile, env: { LC_ALL: 'C.UTF-8' } });
  try {
    for (const args of [
      [...EVERY_SOURCE, 'update'],
      ['download', name],
    ]) {
      const { status, output } = await ask(args);
      if (status !== 0) {
        const lastLines = output.trim().split('\n').slice(-3).join('\n  ');
        throw new SetupProblem(
          `Debian's package ${name} of ${release} could not be fetched.\n  ${lastLines}`,
        );
      }
    }
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  return archivesIn(folder);
}

/**
 * Fetches the project's own lists, once per run. A failure is ignored here, because other sources may have
 * answered; a package whose list is missing fails when it is requested.
 */
async function fetchLists() {
  if (options.length > 0) return;
  const lists = join(ownLists, 'lists');
  const cache = join(ownLists, 'cache');
  mkdirSync(lists, { recursive: true });
  mkdirSync(join(cache, 'archives/partial'), { recursive: true });
  options = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`];
  await apt([...EVERY_SOURCE, 'update'], {}, runOverNetwork);
}

async function apt(args, more, runner = run) {
  return runner('apt-get', [...RETRIES, ...options, ...args], { ...more, env: { LC_ALL: 'C.UTF-8' } });
}

function packageProblem(name, output) {
  const lastLines = output.trim().split('\n').slice(-3).join('\n  ');
  const remedy =
    onMachine('apt-get') === undefined
      ? `This machine has no apt-get; put the programs of Debian's package ${name} on the PATH.`
      : `To install it, with a network: apt-get update && apt-get install --no-install-recommends ${name}`;
  return new SetupProblem(`Debian's package ${name} could not be fetched.\n  ${lastLines}\n  ${remedy}`);
}
