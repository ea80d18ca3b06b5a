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

/** A newer version of a tool, which is taken where the set-up could get it. */
const newerOf: Partial<Record<Tool, string>> = { 'nats-server': 'nats-server-newer' };

/**
 * Where a native tool is: unpacked into `.data/tools` by the set-up, or the machine's own. `NATS_SERVER` names another NATS,
 * so that tests run over that.
 */
export function findTool(tool: Tool): string | undefined {
  if (tool === 'nats-server' && process.env['NATS_SERVER']) return process.env['NATS_SERVER'];
  return [newerOf[tool], tool].map((name) => name && findProgram(name)).find(Boolean);
}

/** Every NATS that the set-up got, the one that is used first. */
export function allNats(): string[] {
  const found = ['nats-server-newer', 'nats-server'].map(findProgram);
  return found.filter((path) => path !== undefined);
}

function findProgram(name: string): string | undefined {
  const folders = [join(checkout, '.data/tools/bin'), ...(process.env['PATH'] ?? '').split(delimiter)];
  return [...folders, '/usr/sbin', '/usr/bin'].map((folder) => join(folder, name)).find(isExecutable);
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
