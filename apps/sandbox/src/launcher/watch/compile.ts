import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';
import type { Watched } from './built-files.js';

const PROJECTS = [
  'apps/core',
  'apps/converter',
  'apps/intake',
  'apps/operator',
  'apps/sandbox',
  'printer-agent',
  'libs/theme',
  'libs/content',
];

/** What became of a step from the sources to what runs. */
export interface Compiled {
  readonly ok: boolean;
  /** The errors as the tool words them. */
  readonly report: string;
}

/** Compiles what changed since the last time: a second or two. @throws Error when the compiler cannot be started */
export function compile(): Promise<Compiled> {
  return step(['node_modules/typescript-7/bin/tsc', '-b', '--pretty', 'false', ...PROJECTS]);
}

/** Makes the one file of each of its programs, of what is compiled. @throws Error as `compile` does */
export function bundle(name: Watched): Promise<Compiled> {
  return step(['apps/sandbox/bootstrap/bundle.mjs', name]);
}

function step([script = '', ...args]: readonly string[]): Promise<Compiled> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(checkout, script), ...args],
      { cwd: checkout },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number')
          reject(new Error(`${script} cannot be started`, { cause: error }));
        else resolve({ ok: !error, report: `${stdout}${stderr}`.trim() });
      },
    );
  });
}
