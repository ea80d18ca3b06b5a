import { limits } from '../limits.js';

/**
 * What holds for each process whatever encloses it, and from its first moment: the kernel ends it first when the machine
 * has no memory left, and lets neither its memory, a file of its, nor the number of processes grow beyond bounds between two looks of ours. In
 * the units of a POSIX shell: kibibytes, and blocks of 512 bytes.
 */
export const restrained: readonly string[] = [
  ...['sh', '-c'],
  `echo 1000 > /proc/self/oom_score_adj
ulimit -d ${limits.processBytes / 1_024}
ulimit -f ${limits.workFolderBytes / 512}
exec prlimit --nproc=${limits.processesOfAll} "$@"`,
  'sh',
];

/** The environment of whatever stands behind the fence, or only tries whether it could: this, and what it is given. */
export function cellEnvironment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' };
}
