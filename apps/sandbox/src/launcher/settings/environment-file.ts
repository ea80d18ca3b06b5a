import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Stores core's variables in the file that `npm run operator` reads; only our own user can read it. A
 * variable of the environment overrides the file.
 */
export function writeEnvironmentFile(file: string, environment: Readonly<Record<string, string>>): void {
  const lines = Object.entries(environment).map(([name, value]) => `${name}="${value}"\n`);
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}
