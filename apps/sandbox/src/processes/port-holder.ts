import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { isErrno } from './errno.js';
import { parseListeners } from './listeners.js';

/** Whether something already listens on the port at either loopback address. */
export async function isBusy(port: number, protocol: 'tcp' | 'udp' = 'tcp'): Promise<boolean> {
  const isTaken = protocol === 'udp' ? isUdpTaken : isTcpTaken;
  return (await isTaken(port, '127.0.0.1')) || (await isTaken(port, '::1'));
}

/** The process that listens on a port, as text for a message: `pid 4711 (node)`. */
export function portHolder(port: number, protocol: 'tcp' | 'udp' = 'tcp'): string {
  const inodes = [`/proc/net/${protocol}`, `/proc/net/${protocol}6`]
    .filter((file) => existsSync(file))
    .flatMap((file) => parseListeners(readFileSync(file, 'utf8'), protocol))
    .filter((listener) => listener.port === port)
    .map((listener) => `socket:[${listener.inode}]`);
  const pid = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .find((entry) => socketsOf(entry).some((socket) => inodes.includes(socket)));
  return pid === undefined ? 'a process of another user' : `pid ${pid} (${nameOf(pid)})`;
}

function isUdpTaken(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket(address === '::1' ? 'udp6' : 'udp4');
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      resolve(error.code === 'EADDRINUSE');
    });
    socket.bind({ port, address, exclusive: true }, () => socket.close(() => resolve(false)));
  });
}

function isTcpTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });
}

/** The open files of a process; empty when it has ended, or when another user owns it. */
function socketsOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  const files = readOr([], () => readdirSync(folder));
  return files.map((file) => readOr('', () => readlinkSync(`${folder}/${file}`)));
}

function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'EACCES') || isErrno(error, 'ESRCH')) return otherwise;
    throw error;
  }
}

/** Uses the command line, because the short name of every Node program is the same. */
function nameOf(pid: string): string {
  const line = readOr('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return line.split('\0').join(' ').trim().slice(0, 100);
}
