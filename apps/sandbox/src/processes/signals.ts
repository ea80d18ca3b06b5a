import { isErrno } from './errno.js';

/** Signals a process; false when it has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  return deliver(pid, signal);
}

/**
 * Signals a whole process group by its leader, including the leader's children. False when the group is
 * empty.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  return deliver(-leader, signal);
}

function deliver(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false;
    throw error;
  }
}
