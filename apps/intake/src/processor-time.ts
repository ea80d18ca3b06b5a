import { readFileSync } from 'node:fs';

/** Clock ticks per second in proc(5), the same on every Linux. */
const ticksPerSecond = 100;

/**
 * The processor time in milliseconds that a process and its threads have used (utime and stime of
 * /proc/pid/stat, proc(5)). 0 when the process has ended.
 */
export function processorMs(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid ?? 0}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
