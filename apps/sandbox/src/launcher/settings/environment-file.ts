import { chmodSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Leaves core's variables where `npm run operator` finds them, readable by our own user only. What stands in the
 * environment already wins over the file.
 */
export function writeEnvironmentFile(file: string, environment: Readonly<Record<string, string>>): void {
  const lines = Object.entries(environment).map(([name, value]) => `${name}="${value}"\n`);
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}
