import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseListeners } from './listeners.js';

/** Whether something already listens on the port at either loopback address. */
export async function isBusy(port: number): Promise<boolean> {
  return (await isTaken(port, '127.0.0.1')) || (await isTaken(port, '::1'));
}

/** Who listens on a port, for a sentence: `pid 4711 (node)`. */
export function portHolder(port: number): string {
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6']
    .filter((file) => existsSync(file))
    .flatMap((file) => parseListeners(readFileSync(file, 'utf8')))
    .filter((listener) => listener.port === port)
    .map((listener) => `socket:[${listener.inode}]`);
  const pid = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .find((entry) => socketsOf(entry).some((socket) => inodes.includes(socket)));
  return pid === undefined ? 'a process of another user' : `pid ${pid} (${nameOf(pid)})`;
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });
}

function socketsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    // Ended meanwhile, or another user's: either way its sockets are not ours to see.
    return [];
  }
}

/** The command line, because the short name of every Node program is the same. */
function nameOf(pid: string): string {
  const file = `/proc/${pid}/cmdline`;
  if (!existsSync(file)) return 'ended meanwhile';
  return readFileSync(file, 'utf8').split('\0').join(' ').trim().slice(0, 100);
}
