import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from 'chokidar';
import { checkout } from '../../checkout.js';

const SOURCES = ['libs/*/src', 'apps/*/src', 'printer-agent/src'];
/** The wait for further changes: saving a file or checking out a branch changes several files in a row. */
const settleMs = 50;

/**
 * Calls `onChange` after each change of a source, one call at a time. Changes during a call cause one more
 * call.
 * @param folders absolute paths; by default the folders of all processes
 * @param onError receives errors of `onChange` and of the watcher; after an error the next change still calls
 * `onChange`
 * @returns a function that stops the watcher; the promise resolves when the watcher is ready
 * @throws Error when watching the folders cannot start
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
      await sleep(settleMs);
      isChanged = false;
      await onChange().catch(onError);
    }
    isBusy = false;
  };
  // Node's own `watch` misses further changes after a file was replaced. Git and many editors replace files.
  const watcher = watch(folders, { ignoreInitial: true }).on('all', () => {
    isChanged = true;
    if (!isBusy) void work();
  });
  await once(watcher, 'ready');
  watcher.on('error', onError);
  return () => watcher.close();
}
