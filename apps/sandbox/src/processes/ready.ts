import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.js';

const POLL_MS = 25;

/**
 * Waits until the check says that a process is ready.
 * @throws Error with the end of its log when it ends first, or takes longer than the time given and is ended for it
 */
export async function untilReady(
  child: Child,
  check: (child: Child) => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await check(child))) {
    if (!child.running) throw new Error(`${child.command.name} ended while starting.${lastWords(child)}`);
    if (Date.now() > end) {
      await child.kill();
      throw new Error(`${child.command.name} was not ready after ${timeoutMs / 1000} s.${lastWords(child)}`);
    }
    await pause(POLL_MS);
  }
}

/** Ready once it has printed these words. */
export function hasPrinted(words: string): (child: Child) => boolean {
  return (child) => child.log().includes(words);
}

/** Ready once a GET of the address answers 200. */
export function answers(url: string): () => Promise<boolean> {
  return async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      // Refused, reset, or slow: not ready yet, which is all that is asked here.
      return false;
    }
  };
}

function lastWords(child: Child): string {
  return ` The end of its log (${child.command.logFile}):\n${child.log().trim().split('\n').slice(-15).join('\n')}`;
}
