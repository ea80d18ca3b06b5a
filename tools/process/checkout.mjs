import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, node_modules, and .data. */
export const checkout = resolve(fileURLToPath(import.meta.url), '../../..');

/** Files of the set-up: tools, stamps, and logs. They hold no user data. */
export const toolsFolder = join(checkout, '.data/tools');
export const stampsFolder = join(checkout, '.data/stamps');
export const logsFolder = join(checkout, '.data/logs');
/** Node's compile cache. A restarted program does not compile again. */
export const compiledFolder = join(checkout, '.data/compiled');

/** Makes the folders above. A developer may have deleted them. */
export function makeFolders() {
  for (const folder of [toolsFolder, stampsFolder, logsFolder]) mkdirSync(folder, { recursive: true });
}
