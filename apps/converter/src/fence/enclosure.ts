import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { limits } from '../limits.js';
import { makeWorkFolder, removeWorkFolder } from './work-folder.js';

/** The words in front of a command that shut it in; `folder` is where it may write. */
export type Enclosure = (folder: string) => string[];

const nobody = '65534';

/** Ends with the converter, has no network and sees no process but its own; dies as a whole. */
const alone = (...options: string[]) => [
  ...['setpriv', '--pdeathsig', 'KILL', 'unshare', ...options],
  ...['--net', '--pid', '--fork', '--kill-child=KILL', '--mount', '--mount-proc'],
];

/**
 * A folder in memory that only these processes see, gone with them. The shell stays as the first process of the
 * namespace, because the first one cannot be ended by signals of its own, such as those of an abort.
 */
const withFolder = (folder: string, uid: string) => [
  'sh',
  '-c',
  `mount -t tmpfs -o size=${limits.workFolderBytes},mode=700,uid=${uid} tmpfs "$0" && cd "$0" && "$@"; exit $?`,
  folder,
];

const powerless = [
  ...['setpriv', '--reuid', nobody, '--regid', nobody, '--clear-groups'],
  ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
];

/**
 * From the strongest down. Root in a namespace of its own, without the power to become nobody, is what a checkout that
 * only root can read leaves; the user namespace is for converters that are not root.
 */
const enclosures: Record<string, Enclosure> = {
  full: (folder) => [...alone(), ...withFolder(folder, nobody), ...powerless],
  'as the same user': (folder) => [...alone(), ...withFolder(folder, '0')],
  'in a user namespace': (folder) => [...alone('--user', '--map-root-user'), ...withFolder(folder, '0')],
  'without a network': () => ['unshare', '--net'],
};

/**
 * The strongest enclosure this machine allows, by trying. In a container the container's own walls stand around it;
 * when even the network stays open, that is said aloud.
 */
export async function strongestEnclosure(probe: readonly string[], logger: Logger): Promise<Enclosure> {
  for (const [name, enclosure] of Object.entries(enclosures)) {
    if (await works(enclosure, probe)) {
      logger.info({ enclosure: name }, 'the fence stands');
      return enclosure;
    }
  }
  logger.warn('unshare does not work here: nothing but the container keeps documents off the network');
  return () => [];
}

async function works(enclosure: Enclosure, probe: readonly string[]): Promise<boolean> {
  const folder = await makeWorkFolder();
  try {
    const [program = '', ...rest] = [...enclosure(folder), ...probe];
    await promisify(execFile)(program, rest, { timeout: 20_000, env: {}, cwd: '/' });
    return true;
  } catch {
    // Whatever the cause, this one cannot be used; the caller goes on to the next and says which it took.
    return false;
  } finally {
    await removeWorkFolder(folder);
  }
}
