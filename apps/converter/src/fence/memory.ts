import { readdir, readFile } from 'node:fs/promises';

const pageBytes = 4_096;

interface Process {
  parent: number;
  residentBytes: number;
}

/**
 * What a process and everything it started hold in memory. Limits on address space would break V8 and WebAssembly, so
 * memory is watched from outside.
 */
export async function memoryOfTree(root: number): Promise<number> {
  const processes = new Map<number, Process>();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  await Promise.all(
    pids.map(async (pid) => {
      const found = await look(pid);
      if (found) processes.set(Number(pid), found);
    }),
  );
  let total = 0;
  for (const [pid, { residentBytes }] of processes) if (isBelow(processes, pid, root)) total += residentBytes;
  return total;
}

function isBelow(processes: Map<number, Process>, pid: number, root: number): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 0; at = processes.get(at)?.parent) {
    if (at === root) return true;
  }
  return false;
}

/** Fields 4 (parent) and 24 (resident pages) of proc(5)'s stat; the name in field 2 may hold anything. */
async function look(pid: string): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { parent: Number(fields[1]), residentBytes: Number(fields[21]) * pageBytes };
}
