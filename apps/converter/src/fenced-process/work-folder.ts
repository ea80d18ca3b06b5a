import { constants } from 'node:fs';
import { access, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'sixpence-fence-';
const tmpfsType = 0x01021994;
const memoryFolder = '/dev/shm';

/**
 * Makes a folder for one fenced process, in memory where the machine has a tmpfs for it. The name of the
 * folder holds the converter's process id.
 */
export async function makeWorkFolder(): Promise<string> {
  return mkdtemp(join(await root(), `${prefix}${process.pid}-`));
}

export async function removeWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Removes the folders of converters that were killed. */
export async function removeForsakenFolders(): Promise<void> {
  const place = await root();
  for (const name of await readdir(place)) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) await removeWorkFolder(join(place, name));
  }
}

async function root(): Promise<string> {
  try {
    await access(memoryFolder, constants.W_OK);
    if ((await statfs(memoryFolder)).type === tmpfsType) return memoryFolder;
  } catch {
    // The folder is missing or not writable: the ordinary temporary folder is used.
  }
  return tmpdir();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
