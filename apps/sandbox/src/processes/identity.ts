import { readFileSync } from 'node:fs';
import { isErrno } from './errno.js';
import { parseProcessStat, type ProcessIdentity } from './process-stat.js';

/** The living process with this pid; undefined when there is none, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  try {
    const { state, startTicks } = parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return state === 'Z' || state === 'X' ? undefined : { pid, startTicks };
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ESRCH')) return undefined;
    throw error;
  }
}

export function isSameProcess(known: ProcessIdentity): boolean {
  return identify(known.pid)?.startTicks === known.startTicks;
}

/**
 * The id of the machine's present boot. Start times of processes count from the boot, so they mean nothing
 * after another boot.
 */
export function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
