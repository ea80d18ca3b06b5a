import { open } from 'node:fs/promises';

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

/** The medium is full, or the account's share of it is. */
export function isFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
