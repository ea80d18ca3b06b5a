import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';
import { watched } from './built-files.js';

const PROJECTS = [...watched.values(), 'apps/sandbox', 'libs/theme', 'libs/content'];

/** The result of a build step. */
export interface Compiled {
  readonly ok: boolean;
  /** The tool's own error messages. */
  readonly report: string;
}

/**
 * Compiles the changes since the last call, within a second or two.
 * @throws Error when the compiler cannot be started
 */
export function compile(): Promise<Compiled> {
  return step(['node_modules/typescript-7/bin/tsc', '-b', '--pretty', 'false', ...PROJECTS]);
}

/**
 * Bundles each program of this name from its compiled files.
 * @throws Error as `compile` does
 */
export function bundle(name: string): Promise<Compiled> {
  return step(['tools/build/bundle.mjs', name]);
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
