import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from 'chokidar';
import { checkout } from '../../checkout.js';

const SOURCES = ['libs/*/src', 'apps/*/src', 'printer-agent/src'];
/** An editor that saves, or a branch that is checked out, changes several files in a row. */
const restMs = 50;

/**
 * Calls after each change of a source, never twice at a time: what changes meanwhile is one more call.
 * @param folders are absolute; those of all processes when not given
 * @param onError takes what a call throws, and what keeps a change from being seen; the next change calls again
 * @returns once every change is seen, what ends it
 * @throws Error when they cannot be watched from the beginning
 */
export async function followSources(
  onChange: () => Promise<void>,
  onError: (error: unknown) => void,
  folders = globSync(SOURCES, { cwd: checkout }).map((folder) => join(checkout, folder)),
): Promise<() => Promise<void>> {
  let isChanged = false;
  let isBusy = false;
  const work = async () => {
    isBusy = true;
    while (isChanged) {
      await sleep(restMs);
      isChanged = false;
      await onChange().catch(onError);
    }
    isBusy = false;
  };
  // Node's own watch hears nothing more of a file in whose place another one was put, as git and many editors do.
  const watcher = watch(folders, { ignoreInitial: true }).on('all', () => {
    isChanged = true;
    if (!isBusy) void work();
  });
  await once(watcher, 'ready');
  watcher.on('error', onError);
  return () => watcher.close();
}
