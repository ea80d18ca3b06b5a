import { readdirSync, readFileSync } from 'node:fs';
import { isErrno } from '@sixpence/sandbox/processes/errno';

interface ProcessInfo {
  pid: number;
  parent: number;
  /** The process group. A converter starts each process behind its fence in a new group. */
  group: number;
  /** One letter of proc(5): R runs, S sleeps, Z has ended and its parent has not collected it. */
  state: string;
  residentBytes: number;
  /** Its processor time so far, with that of its ended children. */
  processorMs: number;
}

const pageBytes = 4_096;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;
const sampleEveryMs = 50;

/** A process and its descendants, each with its program. */
export function familyOf(root: number): { pid: number; program: string }[] {
  return [...readProcess(String(root)), ...childrenOf(root)].map(({ pid }) => ({
    pid,
    program: programOf(pid),
  }));
}

function programOf(pid: number): string {
  return readOr(`/proc/${pid}/cmdline`, '').split('\0')[0] ?? '';
}

/** The memory of a process. A page that several processes share counts for each in equal parts. */
export function proportionalBytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readOr(`/proc/${pid}/smaps_rollup`, ''))?.[1];
  return Number(kilobytes ?? 0) * 1_024;
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // The process has ended meanwhile.
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ESRCH')) return otherwise;
    throw error;
  }
}

/** All descendants of a process. */
export function childrenOf(root: number): ProcessInfo[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap(readProcess); // oxfmt-ignore
  const family = new Set([root]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => pid !== root && family.has(pid));
}

/** The resident memory and the processor time of a process and its descendants. */
function usageBelow(root: number): { residentBytes: number; processorMs: number } {
  const sum = { residentBytes: 0, processorMs: 0 };
  for (const { residentBytes, processorMs } of [...readProcess(String(root)), ...childrenOf(root)]) {
    sum.residentBytes += residentBytes;
    sum.processorMs += processorMs;
  }
  return sum;
}

/** The resident memory of a process and its descendants. Shared pages count for each of them. */
export function memoryBelow(root: number): number {
  return usageBelow(root).residentBytes;
}

/**
 * The processor time of a process and its descendants so far, including the time of ended descendants that
 * their parents have reaped.
 */
export function processorMsBelow(root: number): number {
  return usageBelow(root).processorMs;
}

/** The processor time of this process's own children that have ended, with their descendants. */
export function processorMsOfEndedChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

/**
 * The peak memory of a process and its descendants during some work, and the processor time that they took
 * for it. The time of killed descendants counts until the last measurement before their end.
 */
export async function peakDuring<T>(
  root: number,
  work: () => Promise<T>,
): Promise<{ result: T; peakBytes: number; spentMs: number }> {
  const before = usageBelow(root);
  let [peakBytes, spentMs] = [before.residentBytes, 0];
  const timer = setInterval(() => {
    const { residentBytes, processorMs } = usageBelow(root);
    peakBytes = Math.max(peakBytes, residentBytes);
    spentMs = Math.max(spentMs, processorMs - before.processorMs);
  }, sampleEveryMs);
  try {
    const result = await work();
    return { result, peakBytes, spentMs };
  } finally {
    clearInterval(timer);
  }
}

function readProcess(pid: string): ProcessInfo[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, group] = fields.slice(1, 3).map(Number);
    const residentBytes = Number(fields[21]) * pageBytes;
    const processorMs = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0);
    const [state = ''] = fields;
    return [{ pid: Number(pid), parent: parent ?? 0, group: group ?? 0, state, residentBytes, processorMs }];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}
