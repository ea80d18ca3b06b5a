import { isErrno } from '../processes/errno.js';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the kernel's range for outgoing connections, so that no such connection holds one of these ports. */
const FIRST = 20_000;
const COUNT = 10_000;
const reservations = join(tmpdir(), 'sixpence-test-ports');

/**
 * A free port, reserved for this process until it ends. Suites that run side by side, in this or another
 * checkout, never get the same port: a small file with the pid of the holder reserves it.
 */
export async function freePort(): Promise<number> {
  mkdirSync(reservations, { recursive: true, mode: 0o777 });
  const start = Math.floor(Math.random() * COUNT);
  for (let step = 0; step < COUNT; step += 1) {
    const port = FIRST + ((start + step) % COUNT);
    if (reserve(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port between ${FIRST} and ${FIRST + COUNT}.`);
}

function reserve(port: number): boolean {
  const file = join(reservations, String(port));
  if (isHolderAlive(file)) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    // Another suite reserved it at this moment.
    return false;
  }
}

function isHolderAlive(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

/** Checks both loopback addresses, because some peers listen on either. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
