import { readdirSync, readFileSync } from 'node:fs';

interface Seen {
  pid: number;
  parent: number;
  /** The process group. A converter starts each cell of its fence in a new group. */
  group: number;
  /** One letter of proc(5): R runs, S sleeps, Z has ended and its parent has not collected it. */
  state: string;
  residentBytes: number;
}

const pageBytes = 4_096;
const sampleEveryMs = 50;

/** All descendants of a process. */
export function childrenOf(root: number): Seen[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap(look); // oxfmt-ignore
  const found = new Set([root]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => pid !== root && found.has(pid));
}

/** The resident memory of a process and its descendants. Shared pages count for each of them. */
export function memoryBelow(root: number): number {
  return [...look(String(root)), ...childrenOf(root)].reduce(
    (sum, { residentBytes }) => sum + residentBytes,
    0,
  );
}

/** The peak memory of a process and its descendants during some work. */
export async function peakDuring<T>(
  root: number,
  work: () => Promise<T>,
): Promise<{ result: T; peakBytes: number }> {
  let peakBytes = memoryBelow(root);
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, memoryBelow(root));
  }, sampleEveryMs);
  try {
    const result = await work();
    return { result, peakBytes };
  } finally {
    clearInterval(timer);
  }
}

function look(pid: string): Seen[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, group] = fields.slice(1, 3).map(Number);
    const residentBytes = Number(fields[21]) * pageBytes;
    return [
      { pid: Number(pid), parent: parent ?? 0, group: group ?? 0, state: fields[0] ?? '', residentBytes },
    ];
  } catch {
    // It ended meanwhile.
    return [];
  }
}
