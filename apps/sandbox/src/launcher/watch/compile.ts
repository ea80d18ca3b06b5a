import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';

const PROJECTS = [
  'apps/core',
  'apps/converter',
  'apps/operator',
  'apps/sandbox',
  'printer-agent',
  'libs/theme',
  'libs/content',
];

/** One run of the compiler over all processes and the libraries they share. */
export interface Compiled {
  readonly ok: boolean;
  /** The errors as the compiler words them. */
  readonly report: string;
}

/** Compiles what changed since the last time: a second or two. @throws when the compiler itself cannot be started */
export function compile(): Promise<Compiled> {
  const args = [join(checkout, 'node_modules/typescript-7/bin/tsc'), '-b', '--pretty', 'false', ...PROJECTS];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: checkout }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number')
        reject(new Error('The compiler cannot be started', { cause: error }));
      else resolve({ ok: !error, report: `${stdout}${stderr}`.trim() });
    });
  });
}
