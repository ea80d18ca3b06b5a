import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

const pageBytes = 4_096;
/** Linux counts these times in hundredths of a second (USER_HZ). */
const tickMs = 10;

/** One buffer for all files: every stat file fits, and a new buffer for each would double the work. */
const room = Buffer.alloc(4_096);

/**
 * The usage of some processes: their number, their memory now, and their processor time so far, including
 * ended children.
 */
export interface Usage {
  processes: number;
  residentBytes: number;
  processorMs: number;
}

interface Process extends Omit<Usage, 'processes'> {
  parent: number;
}

/** All processes at a moment of `performance.now()`. */
let latest = { atMs: -Infinity, processes: new Map<number, Process>() };

/**
 * These processes and all their descendants, by id. The reads are synchronous: the kernel makes these files
 * while they are read, and asynchronous reads take three times the work.
 */
export function treesOf(roots: Iterable<number>): Map<number, Process> {
  const processes = new Map<number, Process>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readProcess(pid);
    if (found) processes.set(Number(pid), found);
  }
  latest = { atMs: performance.now(), processes };
  return treesAmong(processes, roots);
}

function treesAmong(processes: Map<number, Process>, roots: Iterable<number>): Map<number, Process> {
  const all = new Set(roots);
  return new Map([...processes].filter(([pid]) => isBelow(processes, pid, all)));
}

/**
 * The usage of these processes and their descendants together. It is measured from outside, because limits on
 * address space would break V8 and WebAssembly. A measurement reads all processes of the machine, so those
 * who need no exact figure share one that is at most `ageMs` old.
 */
export function usageOfTrees(roots: Iterable<number>, ageMs = 0): Usage {
  const sum: Usage = { processes: 0, residentBytes: 0, processorMs: 0 };
  const isRecent = ageMs > 0 && performance.now() - latest.atMs <= ageMs;
  const trees = isRecent ? treesAmong(latest.processes, roots) : treesOf(roots);
  for (const { residentBytes, processorMs } of trees.values()) {
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
 * Fields 4 (parent), 14 to 17 (ticks of the process and of its ended children), and 24 (resident pages) of
 * stat in proc(5). The name in field 2 may hold any character.
 */
function readProcess(pid: string): Process | undefined {
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
    // The process has just ended.
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
