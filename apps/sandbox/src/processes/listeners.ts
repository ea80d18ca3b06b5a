export interface Listener {
  readonly port: number;
  /** The socket's number. /proc/<pid>/fd names the process that holds it. */
  readonly inode: string;
}

/** The listening sockets of /proc/net/tcp or tcp6 (proc(5)): ports are hexadecimal, state 0A is LISTEN. */
export function parseListeners(table: string): Listener[] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A')
    .map((fields) => ({
      port: Number.parseInt((fields[1] ?? '').split(':').at(-1) ?? '', 16),
      inode: fields[9] ?? '',
    }));
}
