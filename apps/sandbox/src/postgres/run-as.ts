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

/** PostgreSQL refuses to run as root. `nobody` (65534 on Debian) is the user every machine has. */
const NOBODY = 65534;
const AS_NOBODY_INSIDE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--pdeathsig=INT'];

const ASIDE = '/var/lib/sixpence';

export interface PostgresHome {
  /** Comes before every PostgreSQL command. */
  readonly prefix: readonly string[];
  readonly binaries: string;
  readonly dataFolder: string;
  /** The user the data must belong to, when that is not the one we are. */
  readonly owner?: number;
}

/**
 * How PostgreSQL can run here, for the user we are.
 *
 * Root gets a user namespace in which it is called nobody: the files stay root's, so a checkout under /root works.
 * Where the machine allows no namespaces, the real `nobody` is used; it cannot enter /root, and then a copy of the
 * binaries, and the data, live below /var/lib/sixpence: see `dataAside`.
 */
export function postgresHome(binaries: string, dataFolder: string): PostgresHome {
  if (process.getuid?.() !== 0) return { prefix: [], binaries, dataFolder };
  if (succeeds([...AS_NOBODY_INSIDE, join(binaries, 'bin/postgres'), '--version'])) {
    return { prefix: AS_NOBODY_INSIDE, binaries, dataFolder };
  }
  mkdirSync(dirname(dataFolder), { recursive: true });
  const canRun = succeeds([...AS_NOBODY, join(binaries, 'bin/postgres'), '--version']);
  const canEnter = succeeds([...AS_NOBODY, 'test', '-x', dirname(dataFolder)]);
  if (!canRun || !canEnter) openToAll(ASIDE);
  const home = {
    prefix: AS_NOBODY,
    binaries: canRun ? binaries : copyOf(binaries),
    dataFolder: canEnter ? dataFolder : join(openToAll(dataAside(dataFolder)), basename(dataFolder)),
    owner: NOBODY,
  };
  giveToNobody(home.dataFolder);
  return home;
}

/**
 * Where data lives that cannot stay in its own place: the same at every start, by a note in that place. A checkout that
 * was removed and made anew at the same path has no note, and finds nothing of the one before.
 */
export function dataAside(dataFolder: string): string {
  const note = `${dataFolder}.aside`;
  if (!existsSync(note)) writeFileSync(note, randomUUID());
  return join(ASIDE, `data-${readFileSync(note, 'utf8').trim()}`);
}

/** A copy of the binaries that `nobody` may run, shared by all checkouts that have the same ones. */
function copyOf(binaries: string): string {
  const name = createHash('sha256').update(binaries).digest('hex').slice(0, 12);
  const copy = join(ASIDE, `postgres-${name}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true });
  // Everybody may read all of it and execute programs and folders, even if our umask would not allow that.
  if (!succeeds(['chmod', '-R', 'a+rX', unfinished]))
    throw new Error(`${unfinished} could not be opened to nobody.`);
  renameSync(unfinished, copy);
  return copy;
}

function openToAll(folder: string): string {
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
