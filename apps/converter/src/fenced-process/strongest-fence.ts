import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { limits } from '../limits.js';
import { fencedEnvironment, kernelLimitsCommand } from './surroundings.js';
import { makeWorkFolder, removeWorkFolder } from './work-folder.js';

/**
 * The command prefix that puts a program behind the fence. `folder` is the program's writable folder;
 * `places` are the folders that it can read besides the system's programs, at their own paths.
 */
type FenceCommand = (folder: string, places: readonly string[]) => string[];

const nobodyId = '65534';

/**
 * The program ends with the converter, has no network, sees only its own processes, and ends with them all.
 */
const inOwnNamespaces = (...options: string[]) => [
  'setpriv',
  '--pdeathsig',
  'KILL',
  'unshare',
  ...options,
  '--net',
  '--ipc',
  '--pid',
  '--fork',
  '--kill-child=KILL',
  '--mount',
  '--mount-proc',
];

/**
 * The script that builds the file tree behind the fence: a folder in memory that only this process tree sees
 * and that ends with it, and besides it only programs, libraries, fonts, and `places`, so that no path in a
 * document leads to another person's file. First it makes every other mount read-only, so that nothing
 * outside can be written, not even in /tmp. The shell stays process 1 of the namespace, and the program is
 * its child. Process 1 ignores signals that it sends itself, so as process 1 the program could not abort().
 *
 * Each command of the script starts again for every document, so the script uses few: one for all folders,
 * one for all mounts. The table of mounts is written to a path that the last mount hides.
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

/** The table of mounts in the format of fstab(5). */
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
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/usr',
  '/etc/fonts',
  '/etc/libreoffice',
  '/etc/alternatives',
  '/var/cache/fontconfig',
];

const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });
const isLink = (path: string) => statOf(path)?.isSymbolicLink() ?? false;
const isFolder = (path: string) => statOf(path)?.isDirectory() ?? false;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const inOwnTree = (folder: string, uid: string, places: readonly string[]) => [
  'sh',
  '-c',
  ownTree(folder, uid, [...systemPlaces, ...places]),
  folder,
];

const withoutCapabilities = (...identity: string[]) => [
  'setpriv',
  ...identity,
  '--no-new-privs',
  '--bounding-set=-all',
  '--inh-caps=-all',
];
const asNobody = ['--reuid', nobodyId, '--regid', nobodyId, '--clear-groups'];

/** From the strongest to the weakest. The user namespace is for converters that do not run as root. */
const fenceCommands: Record<string, FenceCommand> = {
  full: (folder, places) => [
    ...inOwnNamespaces(),
    ...inOwnTree(folder, nobodyId, places),
    ...withoutCapabilities(...asNobody),
  ],
  'as the same user': (folder, places) => [
    ...inOwnNamespaces(),
    ...inOwnTree(folder, '0', places),
    ...withoutCapabilities(),
  ],
  'in a user namespace': (folder, places) => [
    ...inOwnNamespaces('--user', '--map-root-user'),
    ...inOwnTree(folder, '0', places),
    ...withoutCapabilities(),
  ],
};

/**
 * The test of a kind of fence: a command that only has to start, and the folders that it needs.
 */
export interface Probe {
  command: readonly string[];
  places: readonly string[];
  /** The additional environment of the processes behind the fence, so that the probe tests it as well. */
  environment: (folder: string) => Record<string, string>;
}

interface Circumstances {
  isContained?: boolean | undefined;
  /** Tests set a shorter time. */
  probeMs?: number | undefined;
  logger: Logger;
}

/** A busy machine starts a program within this time. A kind of fence that needs more counts as impossible. */
const probeWithinMs = 20_000;

const noFenceWorks = [
  'This machine does not allow a fence around documents, so none are converted. Let the converter make namespaces',
  '(run it as root, or set the sysctl kernel.unprivileged_userns_clone to 1; in a container, allow unshare and mount).',
  'If the container itself reaches no network but core and NATS, set FENCE=container.',
].join(' ');

/**
 * Finds the strongest kind of fence that this machine allows, by trying.
 * @returns its command prefix for a work folder, an empty one where only the container isolates documents
 * @throws Error with a remedy where no kind works, unless a container is the fence
 */
export async function strongestFence(
  probe: Probe,
  { isContained = false, probeMs = probeWithinMs, logger }: Circumstances,
): Promise<(folder: string) => string[]> {
  let cause: unknown;
  for (const [kind, commandOf] of Object.entries(fenceCommands)) {
    const fenceCommand = (folder: string) => commandOf(folder, probe.places);
    try {
      await tryFence(fenceCommand, probe, probeMs);
      logger.info({ kind }, 'documents are converted behind a fence');
      return fenceCommand;
    } catch (error) {
      // The next kind may work; if none does, the last error is reported.
      cause = error;
    }
  }
  if (!isContained) throw new Error(noFenceWorks, { cause });
  logger.warn(
    { err: cause },
    'the converter has no fence of its own here: only the container isolates documents',
  );
  return () => [];
}

/** @throws the error of a command that cannot start behind this fence */
async function tryFence(
  fenceCommand: (folder: string) => string[],
  { command, environment }: Probe,
  withinMs: number,
): Promise<void> {
  const folder = await makeWorkFolder();
  try {
    const [program = '', ...rest] = [...kernelLimitsCommand, ...fenceCommand(folder), ...command];
    const env = { ...fencedEnvironment(folder), ...environment(folder) };
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
