/** Identifies a process, also against a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process: field 22 of /proc/<pid>/stat (proc(5)). */
  readonly startTicks: number;
}

/**
 * Reads some fields of a line of /proc/<pid>/stat. The command name, in parentheses, may itself contain
 * spaces and parentheses, so the fields are counted from the last closing one.
 */
export function parseProcessStat(line: string): ProcessIdentity & { readonly state: string } {
  const pid = Number.parseInt(line, 10);
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const startTicks = Number(fields[19]);
  if (!Number.isSafeInteger(pid) || fields[0] === undefined || !Number.isSafeInteger(startTicks)) {
    throw new Error(`Not a line of /proc/<pid>/stat: ${line.slice(0, 80)}`);
  }
  return { pid, state: fields[0], startTicks };
}
