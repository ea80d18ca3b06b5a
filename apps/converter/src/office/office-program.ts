import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Cell, type CellOptions } from '../fence/cell.js';
import { strongestEnclosure } from '../fence/enclosure.js';
import { limits } from '../limits.js';
import { hardenedSettings } from './settings.js';

/** One that has served this many documents gives way to a fresh one. */
export const documentsEach = 50;

/** What a LibreOffice behind the fence may say. */
export const officeSaid = z.object({ type: z.enum(['ready', 'pdf', 'failed', 'too-many-pages']) });
export type Office = Cell<typeof officeSaid>;

export interface OfficeProgram {
  soffice: string;
  python: string;
  logger: Logger;
  /** Tests take the walls away. */
  enclosure?: (folder: string) => string[];
}

/**
 * How to start one LibreOffice behind the fence, with its worker.
 * @returns undefined, with a word in the log, where LibreOffice or its bridge to Python is missing
 */
export async function officeStarter({
  soffice,
  python,
  logger,
  enclosure,
}: OfficeProgram): Promise<(() => Promise<Office>) | undefined> {
  const probe = { command: [python, '-c', 'import uno'], places: [] };
  try {
    await access(soffice, constants.X_OK);
    await promisify(execFile)(python, probe.command.slice(1));
  } catch (error) {
    logger.warn({ err: error }, 'LibreOffice is missing: office documents are not converted here');
    return undefined;
  }
  const worker = await readFile(new URL('../../office/worker.py', import.meta.url), 'utf8');
  const options: CellOptions<typeof officeSaid> = {
    enclosure: enclosure ?? (await strongestEnclosure(probe, logger)),
    program: [python, '-c', worker],
    environment: (folder) => ({
      OFFICE: soffice,
      OFFICE_SETTINGS: hardenedSettings(),
      MOST_PAGES: String(limits.pages),
      OSL_SOCKET_PATH: folder,
    }),
    said: officeSaid,
    answerBytes: { all: documentsEach * limits.normalisedBytes, each: limits.normalisedBytes },
  };
  return () => Cell.start(options);
}
