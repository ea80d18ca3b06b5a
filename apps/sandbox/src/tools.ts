import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkout } from './checkout.js';

export type Tool =
  | 'nats-server'
  | 'ippeveprinter'
  | 'ipptool'
  | 'dbus-daemon'
  | 'qpdf'
  | 'pgbench'
  | 'cupsd'
  | 'lp'
  | 'pdftoppm';

/** Where a native tool is: unpacked into `.data/tools` by the set-up, or the machine's own. */
export function findTool(tool: Tool): string | undefined {
  const folders = [join(checkout, '.data/tools/bin'), ...(process.env['PATH'] ?? '').split(delimiter)];
  return [...folders, '/usr/sbin', '/usr/bin'].map((folder) => join(folder, tool)).find(isExecutable);
}

/** @throws Error naming the command that fetches the tool */
export function toolPath(tool: Tool): string {
  const path = findTool(tool);
  if (path === undefined) {
    throw new Error(`${tool} is missing. npm start and npm test fetch it; or put it on the PATH.`);
  }
  return path;
}

/** For the converter's environment: LibreOffice's forms, where the set-up had to fetch them. */
export function officeForms(): { OFFICE_FORMS?: string } {
  const share = join(checkout, '.data/tools/libreoffice-forms/usr/lib/libreoffice/share');
  return existsSync(share) ? { OFFICE_FORMS: share } : {};
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Absent and not executable are one answer here.
    return false;
  }
}
