import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { limits } from '../limits.js';
import { makeWorkFolder, removeWorkFolder } from './work-folder.js';

/** How much of the machine's files a command sees: all that may be read, or only the system's own programs. */
export type View = 'machine' | 'system';

/** The words in front of a command that shut it in; `folder` is where it may write. */
export type Enclosure = (folder: string, view?: View) => string[];

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
 * A folder in memory that only these processes see, gone with them. The shell stays as the first process of the
 * namespace, because the first one cannot be ended by signals of its own, such as those of an abort.
 */
const ownFolder = (uid: string) =>
  `mount -t tmpfs -o size=${limits.workFolderBytes},mode=700,uid=${uid} tmpfs "$0" && cd "$0" || exit
${onlyToRead}
"$@"; exit $?`;

/**
 * The same folder in a tree of files that holds nothing else but programs, libraries, and fonts: no path in a document
 * leads to a file of anybody's.
 */
const ownTree = (uid: string) => `set -e
mount -t tmpfs -o size=${limits.workFolderBytes},mode=755 tmpfs "$0"
cd "$0"
mkdir -p ".$0" proc dev && chown ${uid} ".$0" && chmod 700 ".$0"
for place in bin sbin lib lib32 lib64 libx32 usr etc/fonts etc/libreoffice etc/alternatives var/cache/fontconfig; do
  if [ -L "/$place" ]; then cp -P "/$place" "$place"
  elif [ -d "/$place" ]; then mkdir -p "$place" && mount --rbind "/$place" "$place"; fi
done
for device in null zero random urandom; do : > "dev/$device" && mount --bind "/dev/$device" "dev/$device"; done
${onlyToRead}
mount -t proc proc proc
set +e
chroot . "$@"; exit $?`;

const withFolder = (folder: string, uid: string, view: View) => [
  ...['sh', '-c', view === 'system' ? ownTree(uid) : ownFolder(uid)],
  folder,
];

const powerless = (...identity: string[]) => [
  ...['setpriv', ...identity],
  ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
];
const asNobody = ['--reuid', nobody, '--regid', nobody, '--clear-groups'];

/**
 * From the strongest down. Root in a namespace of its own, without the power to become nobody, is what a checkout that
 * only root can read leaves; the user namespace is for converters that are not root.
 */
const enclosures: Record<string, Enclosure> = {
  full: (folder, view = 'machine') => [
    ...alone(),
    ...withFolder(folder, nobody, view),
    ...powerless(...asNobody),
  ],
  'as the same user': (folder, view = 'machine') => [
    ...alone(),
    ...withFolder(folder, '0', view),
    ...powerless(),
  ],
  'in a user namespace': (folder, view = 'machine') => [
    ...alone('--user', '--map-root-user'),
    ...withFolder(folder, '0', view),
    ...powerless(),
  ],
  'without a network': () => ['setpriv', '--pdeathsig', 'KILL', 'unshare', '--net'],
};

/** What is to be shut in: a command that only tries whether it can start where it stands, and what it must see. */
export interface Probe {
  command: readonly string[];
  view: View;
}

/**
 * The strongest enclosure this machine allows, by trying. In a container the container's own walls stand around it;
 * when even the network stays open, that is said aloud.
 */
export async function strongestEnclosure({ command, view }: Probe, logger: Logger): Promise<Enclosure> {
  for (const [name, enclosure] of Object.entries(enclosures)) {
    if (await works((folder) => enclosure(folder, view), command)) {
      logger.info({ enclosure: name, view }, 'the fence stands');
      return (folder) => enclosure(folder, view);
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
