import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { treesOf } from './process-trees.js';

/**
 * The share of a busy processor that a group of processes gets, as a nice value of sched(7). At 5 it gets a
 * third of an ordinary share, at 10 a tenth. At most one running document of a person has a larger share than
 * this tenth. With a smaller share, a document gets almost no time while another program keeps the cores
 * busy. Its conversion would then exceed its time limit.
 */
export const weights = { ordinary: 0, behind: 5, last: 10 } as const;

/** The most passes over a program that keeps starting new threads. */
const mostPasses = 5;

/**
 * Sets the weight of a session leader and its descendants. Where the kernel makes a scheduling group of each
 * session, only the weight of the group counts; elsewhere the weight of each thread does.
 */
export function weigh(leader: number, weight: (typeof weights)[keyof typeof weights], logger: Logger): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(weight));
  } catch (error) {
    logger.debug(
      { err: error },
      'the kernel makes no scheduling groups of sessions, or this session has ended',
    );
  }
  // A thread that starts meanwhile may have the old weight, so passes repeat until one finds no new thread.
  const weighed = new Set<number>();
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const fresh = threadsBelow(leader).filter((thread) => !weighed.has(thread));
    if (fresh.length === 0) return;
    for (const thread of fresh) {
      weighed.add(thread);
      weighThread(thread, weight, logger);
    }
  }
}

function weighThread(thread: number, weight: number, logger: Logger): void {
  try {
    setPriority(thread, weight);
  } catch (error) {
    // Only root may lower a nice value. Without root a process keeps the smaller share; this slows only its
    // owner's documents.
    logger.debug({ err: error }, 'a thread keeps its weight, or has ended');
  }
}

const lowerAndRestore = `renice -n ${weights.last} -p $$ && renice -n ${weights.ordinary} -p $$`;

/** Tests whether this process may raise a lowered weight again. */
export function canRestoreWeight(): Promise<boolean> {
  const env = { PATH: process.env.PATH };
  return promisify(execFile)('sh', ['-c', lowerAndRestore], { env }).then(
    () => true,
    () => false,
  );
}

function threadsBelow(root: number): number[] {
  return [...treesOf([root]).keys()].flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/task`).map(Number);
    } catch {
      // The process has just ended.
      return [];
    }
  });
}
