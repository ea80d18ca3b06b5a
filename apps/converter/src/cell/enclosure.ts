import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { limits } from '../limits.js';
import { cellEnvironment, restrained } from './surroundings.js';
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
  ...['--net', '--ipc', '--pid', '--fork', '--kill-child=KILL', '--mount', '--mount-proc'],
];

/**
 * A folder in memory that only these processes see, gone with them, in a tree of files that holds nothing else but
 * programs, libraries, fonts, and `places`: no path in a document leads to a file of anybody's. Every other mount is made
 * read-only first, so that elsewhere nothing can be written, not even in /tmp. The shell stays as the first process of
 * the namespace, because the first one cannot be ended by signals of its own, such as those of an abort.
 *
 * Each program in here is started for every document anew, so there are few: one for all folders, one for all mounts. The
 * table of mounts lies where the last of them hides it.
 */
const ownTree = (folder: string, uid: string, places: readonly string[]) => {
  const folders = places.filter(isFolder);
  const links = places.filter(isLink);
  return `set -e
umask 022
mount --all -o remount,bind,ro 2>/dev/null || :
mount -t tmpfs -o size=${limits.workFolderBytes},mode=755 tmpfs "$0"
cd "$0"
mkdir -p proc dev ${folders.map((place) => quoted(`.${place}`)).join(' ')}
install -d -m 700 -o ${uid} ".$0"
${links.length > 0 ? `cp -P --parents ${links.map(quoted).join(' ')} .` : ''}
for device in ${devices.join(' ')}; do : > "dev/$device"; done
printf '%s\n' ${mountsIn(folder, folders).map(quoted).join(' ')} > proc/mounts
mount --all --fstab proc/mounts
set +e
chroot . "$@"; exit $?`;
};

const devices = ['null', 'zero', 'random', 'urandom'];

/** As in fstab(5). */
function mountsIn(folder: string, places: readonly string[]): string[] {
  const bound = (kind: string) => (place: string) =>
    `${escaped(place)} ${escaped(folder + place)} none ${kind},ro`;
  return [
    ...places.map(bound('rbind')),
    ...devices.map((device) => `/dev/${device}`).map(bound('bind')),
    `proc ${escaped(folder)}/proc proc`,
  ];
}

const escaped = (path: string) =>
  path.replace(/[\s\\#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`);

const systemPlaces = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/usr'],
  ...['/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/var/cache/fontconfig'],
];

const look = (path: string) => lstatSync(path, { throwIfNoEntry: false });
const isLink = (path: string) => look(path)?.isSymbolicLink() ?? false;
const isFolder = (path: string) => look(path)?.isDirectory() ?? false;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const inTree = (folder: string, uid: string, places: readonly string[]) => [
  ...['sh', '-c', ownTree(folder, uid, [...systemPlaces, ...places])],
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
};

/** What is to be shut in: a command that only tries whether it can start where it stands, and what it must find. */
export interface Probe {
  command: readonly string[];
  places: readonly string[];
  /** What cells get besides their surroundings, so that the probe tells of them. */
  environment: (folder: string) => Record<string, string>;
}

interface Circumstances {
  isContained?: boolean | undefined;
  /** Tests have less patience. */
  probeMs?: number | undefined;
  logger: Logger;
}

/** A machine with other work as well starts a program within this; one that cannot do it in time has no fence. */
const probeWithinMs = 20_000;

const withoutFence = [
  'This machine does not let documents be shut in, so none are converted here. Let the converter make namespaces',
  '(run it as root, or set the sysctl kernel.unprivileged_userns_clone to 1; in a container, allow unshare and mount).',
  'Where the container itself has no network but to core and NATS, say so with FENCE=container.',
].join(' ');

/**
 * The strongest enclosure this machine allows, by trying.
 * @throws Error with what to do where there is none, unless something else, such as a container, is the fence
 */
export async function strongestEnclosure(
  probe: Probe,
  { isContained = false, probeMs = probeWithinMs, logger }: Circumstances,
): Promise<(folder: string) => string[]> {
  let cause: unknown;
  for (const [name, enclosure] of Object.entries(enclosures)) {
    const shutIn = (folder: string) => enclosure(folder, probe.places);
    try {
      await tryOut(shutIn, probe, probeMs);
      logger.info({ enclosure: name }, 'the fence stands');
      return shutIn;
    } catch (error) {
      // The next one may work; if none does, the last reason is told.
      cause = error;
    }
  }
  if (!isContained) throw new Error(withoutFence, { cause });
  logger.warn({ err: cause }, 'no fence of our own stands here: only the container shuts documents in');
  return () => [];
}

/** @throws whatever the command says that cannot start where it stands */
async function tryOut(
  shutIn: (folder: string) => string[],
  { command, environment }: Probe,
  withinMs: number,
): Promise<void> {
  const folder = await makeWorkFolder();
  try {
    const [program = '', ...rest] = [...restrained, ...shutIn(folder), ...command];
    const env = { ...cellEnvironment(folder), ...environment(folder) };
    await promisify(execFile)(program, rest, {
      timeout: withinMs,
      killSignal: 'SIGKILL',
      env,
      cwd: '/',
    });
  } finally {
    await removeWorkFolder(folder);
  }
}
