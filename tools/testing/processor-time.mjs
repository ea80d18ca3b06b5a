import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../process/commands.mjs';

/**
 * Runs a command as `run` does, and adds the processor seconds, user and system, of its process and of all
 * processes below it. The kernel adds the time of a process to its parent's when the parent waits for it. So
 * a killed process counts, too, if its parent waits for its end. These do not count: processes that are still
 * running at the end, those whose parent ended before them, and servers of the machine, such as D-Bus.
 */
export async function runTimed(command, args, options) {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-times-'));
  const file = join(folder, 'times');
  const shell = ['-c', '"$@"; status=$?; times >"$0"; exit $status', file, command, ...args];
  try {
    const answer = await run('sh', shell, options);
    // A killed shell writes no times.
    const processorSeconds = existsSync(file) ? secondsOfChildren(readFileSync(file, 'utf8')) : 0;
    return { ...answer, processorSeconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the second line of the shell's `times`, `1m2.500000s 0m0.250000s`: user and system time. */
export function secondsOfChildren(times) {
  const [, line = ''] = times.split('\n');
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
