import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkout } from '../process/checkout.mjs';
import { note } from '../process/progress.mjs';

/**
 * Allows one set-up at a time in one checkout, because `npm start` and `npm test` may start at the same
 * moment. The lock file holds the pid of its owner, so that the lock of a killed run does not block the next
 * one.
 */
export async function oneAtATime(work) {
  mkdirSync(join(checkout, '.data'), { recursive: true });
  const file = join(checkout, '.data/setup.lock');
  await takeLock(file);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

async function takeLock(file) {
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder === undefined) rmSync(file, { force: true });
    else if (waited === 0) note(`waiting for another run's set-up to end (pid ${holder})`);
    await pause(200);
  }
}

/**
 * The living process that holds the lock. A lock file that is being written has no pid yet and counts as
 * held.
 */
function holderOf(file) {
  try {
    const pid = readFileSync(file, 'utf8');
    if (pid === '') return 'unknown';
    process.kill(Number(pid), 0);
    return pid;
  } catch (error) {
    if (error.code === 'EPERM') return 'of another user';
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}
