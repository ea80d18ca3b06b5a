import { limits } from '../limits.js';

/**
 * Limits that hold for each cell from its first moment, with every kind of fence: the kernel ends it first
 * when the machine runs out of memory, and bounds its memory, the size of its files, and the number of
 * processes between two checks of the converter. Units are those of a POSIX shell: kibibytes, and blocks of
 * 512 bytes.
 */
export const restrained: readonly string[] = [
  'sh',
  '-c',
  `echo 1000 > /proc/self/oom_score_adj
ulimit -d ${limits.processBytes / 1_024}
ulimit -f ${limits.workFolderBytes / 512}
exec prlimit --nproc=${limits.processesOfAll} "$@"`,
  'sh',
];

/** The base environment of every cell, and of the probe. */
export function cellEnvironment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' };
}
