import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { treesOf } from './process-trees.js';

/**
 * How much of the processor a group of processes gets while others want it too: a nice value, as in sched(7). At 5 it
 * gets a third of what an ordinary one gets, at 10 a tenth: of all that one person brings at once only one document gets
 * more. Less would be next to nothing while any other program keeps the cores busy, and a document's time would end before
 * it is done.
 */
export const weights = { ordinary: 0, behind: 5, last: 10 } as const;

/** A program that never ceases to start others is not followed for ever. */
const mostLooks = 5;

/**
 * Weighs a process that leads a session, and all that it started, against everything else. Where the kernel makes a
 * scheduling group of each session, only the weight of that group counts; elsewhere that of each thread.
 */
export function weigh(leader: number, weight: (typeof weights)[keyof typeof weights], logger: Logger): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(weight));
  } catch (error) {
    logger.debug({ err: error }, 'sessions are no scheduling groups here, or this one has ended');
  }
  // A thread that starts meanwhile may have the weight of before, so it is looked again until no look finds a new one.
  const weighed = new Set<number>();
  for (let look = 1; look <= mostLooks; look += 1) {
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
    // Only root may give weight back: elsewhere what was slow stays so, for its own owner.
    logger.debug({ err: error }, 'a thread keeps its weight, or has ended');
  }
}

const takeAndGiveBack = `renice -n ${weights.last} -p $$ && renice -n ${weights.ordinary} -p $$`;

/** Whether what was made slow can be made fast again, by trying. */
export function canGiveWeightBack(): Promise<boolean> {
  const env = { PATH: process.env.PATH };
  return promisify(execFile)('sh', ['-c', takeAndGiveBack], { env }).then(
    () => true,
    () => false,
  );
}

function threadsBelow(root: number): number[] {
  return [...treesOf([root]).keys()].flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/task`).map(Number);
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}
