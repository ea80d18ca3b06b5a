import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

const pageBytes = 4_096;
/** Linux tells times in hundredths of a second (USER_HZ), whatever its own clock is. */
const tickMs = 10;

/** For one file after the other: each fits by far, and to make room for each of them doubles the work. */
const room = Buffer.alloc(4_096);

/** What processes take: how many there are, memory now, and time of processors so far, that of ended children included. */
export interface Usage {
  processes: number;
  residentBytes: number;
  processorMs: number;
}

interface Process extends Omit<Usage, 'processes'> {
  parent: number;
}

/**
 * Some processes and everything they started, by id. Asked of the kernel at once: these files are made as they are
 * read, and to wait for each of them takes three times the work.
 */
export function treesOf(roots: Iterable<number>): Map<number, Process> {
  const processes = new Map<number, Process>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = look(pid);
    if (found) processes.set(Number(pid), found);
  }
  const all = new Set(roots);
  return new Map([...processes].filter(([pid]) => isBelow(processes, pid, all)));
}

/** What they take together. Limits on address space would break V8 and WebAssembly, so it is watched from outside. */
export function usageOfTrees(roots: Iterable<number>): Usage {
  const sum: Usage = { processes: 0, residentBytes: 0, processorMs: 0 };
  for (const { residentBytes, processorMs } of treesOf(roots).values()) {
    sum.processes += 1;
    sum.residentBytes += residentBytes;
    sum.processorMs += processorMs;
  }
  return sum;
}

function isBelow(processes: Map<number, Process>, pid: number, roots: Set<number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 0; at = processes.get(at)?.parent) {
    if (roots.has(at)) return true;
  }
  return false;
}

/**
 * Fields 4 (parent), 14 to 17 (ticks of itself and of its ended children), and 24 (resident pages) of proc(5)'s stat; the
 * name in field 2 may hold anything.
 */
function look(pid: string): Process | undefined {
  try {
    const stat = readStat(pid);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return {
      parent: Number(fields[1]),
      residentBytes: Number(fields[21]) * pageBytes,
      processorMs: ticks * tickMs,
    };
  } catch {
    // It ended while we looked.
    return undefined;
  }
}

function readStat(pid: string): string {
  const file = openSync(`/proc/${pid}/stat`, 'r');
  try {
    return room.toString('latin1', 0, readSync(file, room));
  } finally {
    closeSync(file);
  }
}
