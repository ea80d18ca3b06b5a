import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, node_modules, and .data. */
export const checkout = resolve(fileURLToPath(import.meta.url), '../../../..');

/** What set-up leaves behind: tools, stamps, and its logs. None of it is anybody's data. */
export const toolsFolder = join(checkout, '.data/tools');
export const stampsFolder = join(checkout, '.data/stamps');
export const logsFolder = join(checkout, '.data/logs');
/** What Node has compiled: a program that starts again need not compile it anew. */
export const compiledFolder = join(checkout, '.data/compiled');

/** Makes the folders above; they may have been deleted by hand at any time. */
export function makeFolders() {
  for (const folder of [toolsFolder, stampsFolder, logsFolder]) mkdirSync(folder, { recursive: true });
}
