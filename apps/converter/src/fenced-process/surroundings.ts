import { limits } from '../limits.js';

/**
 * The command prefix that sets the limits of a fenced process, from its first moment and with every kind of
 * fence. When the machine runs out of memory, the kernel ends this process first. Between two checks by the
 * converter, the kernel itself bounds the memory of the process, the size of its files, and the number of
 * processes of all documents together. Units are those of a POSIX shell: kibibytes, and blocks of 512 bytes.
 */
export const kernelLimitsCommand: readonly string[] = [
  'sh',
  '-c',
  `echo 1000 > /proc/self/oom_score_adj
ulimit -d ${limits.processBytes / 1_024}
ulimit -f ${limits.workFolderBytes / 512}
exec prlimit --nproc=${limits.processesOfAll} "$@"`,
  'sh',
];

/** The base environment of every fenced process, and of the probe. */
export function fencedEnvironment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' };
}
