import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from './parts/part.js';

/**
 * Files that belong to no single part. The set-up's tools and stamps lie in the same folder; a fresh start
 * keeps them.
 */
const SHARED = ['logs', 'secrets.json'];

/** Removes the data of the parts. None of them may be running. */
export function removeData(folder: string, parts: readonly Part[]): void {
  for (const part of parts) part.removeData?.(folder);
  for (const name of [...SHARED, ...parts.flatMap((part) => part.data)]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
