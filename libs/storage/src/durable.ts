import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates a folder and its missing parents, so that they survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const topmostCreated = await mkdir(path, { recursive: true, mode: 0o700 });
  if (topmostCreated === undefined) return;
  for (let folder = path; folder.length >= topmostCreated.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
  }
}

/** Makes names in a folder survive a power cut, as syncing a file does for its bytes. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function isMissingFile(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

export function isExistingFile(error: unknown): boolean {
  return hasCode(error, 'EEXIST');
}

/** True when the medium, or the account's quota on it, is full. */
export function isFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/**
 * When a file was last written, in ms of this machine's clock; `Infinity` for a missing file, which then
 * never counts as old.
 */
export async function writtenAtMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissingFile(error)) return Infinity;
    throw error;
  }
}
