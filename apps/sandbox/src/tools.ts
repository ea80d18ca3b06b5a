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

/** A newer version of a tool, preferred if the set-up could install it. */
const newerOf: Partial<Record<Tool, string>> = { 'nats-server': 'nats-server-newer' };

/**
 * The path of a native tool: unpacked into `.data/tools` by the set-up, or the machine's own. `NATS_SERVER`
 * names another NATS server for tests.
 */
export function findTool(tool: Tool): string | undefined {
  if (tool === 'nats-server' && process.env['NATS_SERVER']) return process.env['NATS_SERVER'];
  return [newerOf[tool], tool].map((name) => name && findProgram(name)).find(Boolean);
}

/**
 * Every NATS server that the set-up installed, the preferred one first.
 * @internal
 */
export function allNats(): string[] {
  const found = ['nats-server-newer', 'nats-server'].map(findProgram);
  return found.filter((path) => path !== undefined);
}

function findProgram(name: string): string | undefined {
  const folders = [join(checkout, '.data/tools/bin'), ...(process.env['PATH'] ?? '').split(delimiter)];
  return [...folders, '/usr/sbin', '/usr/bin'].map((folder) => join(folder, name)).find(isExecutable);
}

/** @throws Error that names the command to install the tool */
export function toolPath(tool: Tool): string {
  const path = findTool(tool);
  if (path === undefined) {
    throw new Error(`${tool} is missing. npm start and npm test fetch it; or put it on the PATH.`);
  }
  return path;
}

/** A variable for the converter: the folder of LibreOffice's forms, if the set-up had to fetch them. */
export function officeForms(): { OFFICE_FORMS?: string } {
  const share = join(checkout, '.data/tools/libreoffice-forms/usr/lib/libreoffice/share');
  return existsSync(share) ? { OFFICE_FORMS: share } : {};
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // A program that is not executable counts as missing.
    return false;
  }
}
