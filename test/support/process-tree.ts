import { readdirSync, readFileSync } from 'node:fs';

interface Seen {
  pid: number;
  parent: number;
  /** One letter of proc(5): R runs, S sleeps, Z is dead and not asked for. */
  state: string;
  residentBytes: number;
}

const pageBytes = 4_096;

/** All that descend from a process. */
export function childrenOf(root: number): Seen[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap(look); // prettier-ignore
  const found = new Set([root]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => pid !== root && found.has(pid));
}

function look(pid: string): Seen[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const residentBytes = Number(fields[21]) * pageBytes;
    return [{ pid: Number(pid), parent: Number(fields[1]), state: fields[0] ?? '', residentBytes }];
  } catch {
    // It ended while we looked.
    return [];
  }
}

/** Remembers the most that a process and its descendants ever held in memory. */
export class MemoryWatch {
  mostBytes = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(root: number) {
    this.timer = setInterval(() => {
      const bytes = childrenOf(root).reduce((sum, { residentBytes }) => sum + residentBytes, 0);
      this.mostBytes = Math.max(this.mostBytes, bytes);
    }, 100).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
