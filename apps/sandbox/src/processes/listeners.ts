export interface Listener {
  readonly port: number;
  /** The socket's number. /proc/<pid>/fd names the process that holds it. */
  readonly inode: string;
}

/** The states of proc(5): 0A is LISTEN of TCP; a bound UDP socket without a peer has 07. */
const listening = { tcp: '0A', udp: '07' } as const;

/** The listening sockets of /proc/net/tcp, tcp6, udp, or udp6 (proc(5)). Ports are hexadecimal. */
export function parseListeners(table: string, protocol: 'tcp' | 'udp'): Listener[] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === listening[protocol])
    .map((fields) => ({
      port: Number.parseInt((fields[1] ?? '').split(':').at(-1) ?? '', 16),
      inode: fields[9] ?? '',
    }));
}
