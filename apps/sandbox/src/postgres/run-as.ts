import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';

/** PostgreSQL refuses to run as root. `nobody` (65534 on Debian) is the user every machine has. */
const NOBODY = 65534;
const AS_NOBODY_INSIDE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--pdeathsig=INT'];

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
 * binaries and the data live in /var/tmp, in a folder named after the data folder that was asked for.
 */
export function postgresHome(binaries: string, dataFolder: string): PostgresHome {
  if (process.getuid?.() !== 0) return { prefix: [], binaries, dataFolder };
  if (succeeds([...AS_NOBODY_INSIDE, join(binaries, 'bin/postgres'), '--version'])) {
    return { prefix: AS_NOBODY_INSIDE, binaries, dataFolder };
  }
  const aside = `/var/tmp/sixpence-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`;
  const reachable = succeeds([...AS_NOBODY, join(binaries, 'bin/postgres'), '--version']);
  const home = {
    prefix: AS_NOBODY,
    binaries: reachable ? binaries : copyOf(binaries),
    dataFolder: reachable ? dataFolder : join(aside, basename(dataFolder)),
    owner: NOBODY,
  };
  giveToNobody(home.dataFolder);
  return home;
}

function copyOf(binaries: string): string {
  const copy = `/var/tmp/sixpence-postgres-${createHash('sha256').update(binaries).digest('hex').slice(0, 12)}`;
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true });
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, copy);
  return copy;
}

function giveToNobody(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(join(folder, '..'), 0o755);
  chownSync(folder, NOBODY, NOBODY);
  for (const file of readdirSync(folder, { recursive: true }))
    chownSync(join(folder, String(file)), NOBODY, NOBODY);
}

function succeeds([program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
