import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { limits } from '../limits.js';
import { makeWorkFolder, removeWorkFolder } from './work-folder.js';

/**
 * The words in front of a command that shut it in. `folder` is where it may write; `places` are the folders it finds
 * besides the system's programs, at their own paths.
 */
export type Enclosure = (folder: string, places: readonly string[]) => string[];

const nobody = '65534';

/** Ends with the converter, has no network and sees no process but its own; dies as a whole. */
const alone = (...options: string[]) => [
  ...['setpriv', '--pdeathsig', 'KILL', 'unshare', ...options],
  ...['--net', '--pid', '--fork', '--kill-child=KILL', '--mount', '--mount-proc'],
];

/** Leaves no place to write, not even where everybody may, but for the folder itself. */
const onlyToRead = `while read -r _ place _; do
  case $place in "$0" | /sys/*) ;; *) mount -o remount,bind,ro "$place" 2>/dev/null || : ;; esac
done < /proc/self/mounts`;

/**
 * A folder in memory that only these processes see, gone with them, in a tree of files that holds nothing else but
 * programs, libraries, fonts, and `places`: no path in a document leads to a file of anybody's. The shell stays as the
 * first process of the namespace, because the first one cannot be ended by signals of its own, such as those of an
 * abort.
 */
const ownTree = (uid: string, places: readonly string[]) => `set -e
umask 022
mount -t tmpfs -o size=${limits.workFolderBytes},mode=755 tmpfs "$0"
cd "$0"
mkdir -p ".$0" proc dev && chown ${uid} ".$0" && chmod 700 ".$0"
for place in ${[...systemPlaces, ...places].map(quoted).join(' ')}; do
  if [ -L "$place" ]; then cp -P "$place" ".$place"
  elif [ -d "$place" ]; then mkdir -p ".$place" && mount --rbind "$place" ".$place"; fi
done
for device in null zero random urandom; do : > "dev/$device" && mount --bind "/dev/$device" "dev/$device"; done
${onlyToRead}
mount -t proc proc proc
set +e
chroot . "$@"; exit $?`;

const systemPlaces = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/usr'],
  ...['/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/var/cache/fontconfig'],
];

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const inTree = (folder: string, uid: string, places: readonly string[]) => [
  ...['sh', '-c', ownTree(uid, places)],
  folder,
];

const powerless = (...identity: string[]) => [
  ...['setpriv', ...identity],
  ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
];
const asNobody = ['--reuid', nobody, '--regid', nobody, '--clear-groups'];

/** From the strongest down; the user namespace is for converters that are not root. */
const enclosures: Record<string, Enclosure> = {
  full: (folder, places) => [...alone(), ...inTree(folder, nobody, places), ...powerless(...asNobody)],
  'as the same user': (folder, places) => [...alone(), ...inTree(folder, '0', places), ...powerless()],
  'in a user namespace': (folder, places) => [
    ...alone('--user', '--map-root-user'),
    ...inTree(folder, '0', places),
    ...powerless(),
  ],
  'without a network': () => ['setpriv', '--pdeathsig', 'KILL', 'unshare', '--net'],
};

/** What is to be shut in: a command that only tries whether it can start where it stands, and what it must find. */
export interface Probe {
  command: readonly string[];
  places: readonly string[];
}

/**
 * The strongest enclosure this machine allows, by trying. In a container the container's own walls stand around it;
 * when even the network stays open, that is said aloud.
 */
export async function strongestEnclosure(
  { command, places }: Probe,
  logger: Logger,
): Promise<(folder: string) => string[]> {
  for (const [name, enclosure] of Object.entries(enclosures)) {
    const shutIn = (folder: string) => enclosure(folder, places);
    if (await works(shutIn, command)) {
      logger.info({ enclosure: name }, 'the fence stands');
      return shutIn;
    }
  }
  logger.warn('unshare does not work here: nothing but the container keeps documents off the network');
  return () => [];
}

async function works(shutIn: (folder: string) => string[], probe: readonly string[]): Promise<boolean> {
  const folder = await makeWorkFolder();
  try {
    const [program = '', ...rest] = [...shutIn(folder), ...probe];
    await promisify(execFile)(program, rest, { timeout: 20_000, env: {}, cwd: '/' });
    return true;
  } catch {
    // Whatever the cause, this one cannot be used; the caller goes on to the next and says which it took.
    return false;
  } finally {
    await removeWorkFolder(folder);
  }
}
