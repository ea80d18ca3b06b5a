import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root. The user `nobody` (65534 on Debian) exists on every machine. */
const NOBODY = 65534;
const AS_NOBODY_INSIDE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--pdeathsig=INT'];

const ASIDE = '/var/lib/sixpence';

export interface PostgresHome {
  /** The command that runs PostgreSQL as the right user, or nothing. */
  readonly prefix: readonly string[];
  readonly binaries: string;
  readonly dataFolder: string;
  /** The owner of the data, if it is not our own user. */
  readonly owner?: number;
}

/**
 * Decides how our user runs PostgreSQL here. Root gets a user namespace in which it is called `nobody`. Root
 * still owns the files, so a checkout under /root works. If the machine forbids namespaces, PostgreSQL runs
 * as the real `nobody`. That user cannot enter /root, so the data and a copy of the binaries live below
 * /var/lib/sixpence: see `dataAside`.
 */
export function postgresHome(binaries: string, dataFolder: string): PostgresHome {
  if (process.getuid?.() !== 0) return { prefix: [], binaries, dataFolder };
  if (succeeds([...AS_NOBODY_INSIDE, join(binaries, 'bin/postgres'), '--version'])) {
    return { prefix: AS_NOBODY_INSIDE, binaries, dataFolder };
  }
  mkdirSync(dirname(dataFolder), { recursive: true });
  const canRun = succeeds([...AS_NOBODY, join(binaries, 'bin/postgres'), '--version']);
  const canEnter = succeeds([...AS_NOBODY, 'test', '-x', dirname(dataFolder)]);
  if (!canRun || !canEnter) makeEnterable(ASIDE);
  const home = {
    prefix: AS_NOBODY,
    binaries: canRun ? binaries : copyBinaries(binaries),
    dataFolder: canEnter ? dataFolder : join(makeEnterable(dataAside(dataFolder)), basename(dataFolder)),
    owner: NOBODY,
  };
  giveToNobody(home.dataFolder);
  return home;
}

/**
 * The folder for data that cannot lie in the data folder itself. A note file beside the data folder names it,
 * so that it is the same at every start. A checkout that was deleted and made again at the same path has no
 * note, and gets a new folder.
 */
export function dataAside(dataFolder: string): string {
  const note = `${dataFolder}.aside`;
  if (!existsSync(note)) writeFileSync(note, randomUUID());
  return join(ASIDE, `data-${readFileSync(note, 'utf8').trim()}`);
}

/** A copy of the binaries that `nobody` may run. Checkouts with the same binaries share it. */
function copyBinaries(binaries: string): string {
  const name = createHash('sha256').update(binaries).digest('hex').slice(0, 12);
  const copy = join(ASIDE, `postgres-${name}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true });
  // Makes all files readable for every user, and programs and folders executable, whatever our umask is.
  if (!succeeds(['chmod', '-R', 'a+rX', unfinished]))
    throw new Error(`${unfinished} could not be made readable for the user nobody.`);
  renameSync(unfinished, copy);
  return copy;
}

function makeEnterable(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

function giveToNobody(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file)));
  for (const path of [folder, ...files]) chownSync(path, NOBODY, NOBODY);
}

function succeeds([program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
