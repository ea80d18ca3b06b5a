import { readFileSync } from 'node:fs';

/** Ticks of a second in proc(5), the same on every Linux. */
const ticksPerSecond = 100;

/** Processor time that a process and its threads have used, by fields 14 and 15 of proc(5)'s stat. 0 when it has ended. */
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
