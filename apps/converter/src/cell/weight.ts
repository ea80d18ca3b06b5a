import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

/**
 * How much of the processor a group of processes gets while others want it too: a nice value, as in sched(7). At 5 it
 * gets a third of what an ordinary one gets; at 19 it would get next to nothing while any other program keeps the cores
 * busy, and the document's time would end before it is done.
 */
export const weights = { ordinary: 0, last: 5 } as const;

/**
 * Weighs a group of processes, which is a session as well, against everything else. Where the kernel makes a scheduling
 * group of each session, only the weight of that group counts; elsewhere that of its processes.
 */
export async function weigh(
  pid: number,
  weight: (typeof weights)[keyof typeof weights],
  logger: Logger,
): Promise<void> {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(weight));
  } catch (error) {
    logger.debug({ err: error }, 'sessions are no scheduling groups here, or this one has ended');
  }
  // Only root may give weight back: elsewhere what was slow stays so, for its own owner.
  await promisify(execFile)('renice', ['-n', String(weight), '-g', String(pid)]).catch((error: unknown) => {
    logger.debug({ err: error }, 'a group of processes keeps its weight');
  });
}
