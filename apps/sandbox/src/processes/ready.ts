import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.js';

const POLL_MS = 25;

/**
 * Waits until the check says that the process is ready.
 * @throws Error with the end of its log, when the process ends first or exceeds the timeout; then it is
 * stopped
 */
export async function untilReady(
  child: Child,
  check: (child: Child) => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await check(child))) {
    if (!child.running) throw new Error(`${child.command.name} ended while starting.${endOfLog(child)}`);
    if (Date.now() > end) {
      await child.kill();
      throw new Error(`${child.command.name} was not ready after ${timeoutMs / 1000} s.${endOfLog(child)}`);
    }
    await pause(POLL_MS);
  }
}

/** Checks that the process has printed these words. */
export function hasPrinted(words: string): (child: Child) => boolean {
  return (child) => child.log().includes(words);
}

/** Checks that a GET of the address answers 200. */
export function answers(url: string): () => Promise<boolean> {
  return async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      // Refused, reset, or slow: not ready yet.
      return false;
    }
  };
}

/** Checks that the socket at the path accepts connections; its file exists a moment earlier. */
export function accepts(path: string): () => Promise<boolean> {
  return async () => {
    const socket = connect(path);
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      // The process has not made the socket, or does not listen yet.
      return false;
    } finally {
      socket.destroy();
    }
  };
}

function endOfLog(child: Child): string {
  return ` The end of its log (${child.command.logFile}):\n${child.log().trim().split('\n').slice(-15).join('\n')}`;
}
