import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from './parts/part.js';

/** What belongs to no single part. The tools and stamps of the set-up lie in the same folder and outlive a fresh start. */
const SHARED = ['logs', 'secrets.json'];

/** Removes what the parts have kept in the data folder; none of them may be running. */
export function removeData(folder: string, parts: readonly Part[]): void {
  for (const part of parts) part.removeData?.(folder);
  for (const name of [...SHARED, ...parts.flatMap((part) => part.data)]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
