import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onMachine } from '../process/commands.mjs';
import { installed } from './tool-list.mjs';

/**
 * Whether the LibreOffice in use has this file, given by its path inside the program's folder. Undefined
 * without LibreOffice.
 */
export function officeHas(file) {
  const { program, variable } = installed.LibreOffice;
  const found = process.env[variable] || onMachine(program);
  if (!found || !existsSync(found)) return undefined;
  return existsSync(join(dirname(dirname(realpathSync(found))), file));
}
