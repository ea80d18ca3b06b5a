import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { failureReasonSchema } from '@sixpence/contracts/http/documents';
import type { Logger } from 'pino';
import { z } from 'zod';
import { FencedProcess, type FencedProcessOptions } from '../fenced-process/fenced-process.js';
import { strongestFence } from '../fenced-process/strongest-fence.js';
import { canRestoreWeight } from '../fenced-process/weight.js';
import { limits } from '../limits.js';
import { fontSettings } from '../font-settings.js';
import { hardenedSettings } from './settings.js';

/**
 * Settings that LibreOffice would otherwise read from the machine: language, time zone, paper, screen, and
 * printers.
 */
const ownSurroundings = {
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PAPERSIZE: 'a4',
  SAL_USE_VCLPLUGIN: 'svp',
  SAL_DISABLE_PRINTERLIST: '1',
  SAL_DISABLE_DEFAULTPRINTER: '1',
};

/** The messages from the fenced process of a LibreOffice. */
export const officeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['ready', 'pdf']) }),
  z.object({ type: z.literal('failed'), reason: failureReasonSchema }),
]);
export type Office = FencedProcess<typeof officeMessage>;

export interface OfficeProgram {
  soffice: string;
  python: string;
  /**
   * A folder merged with LibreOffice's `share`. It holds form files (`*.ui`, descriptions of dialogs) that
   * some packages of LibreOffice lack.
   */
  forms?: string | undefined;
  /** Whether a container serves as the fence if the converter cannot make its own. */
  isContained?: boolean;
  logger: Logger;
  /** Tests run without a fence. */
  fenceCommand?: (folder: string) => string[];
}

/**
 * Makes the function that starts one LibreOffice with its worker behind the fence.
 * @returns undefined, with a warning in the log, where LibreOffice or its Python bridge is missing
 */
export async function officeStarter({
  soffice,
  python,
  forms,
  isContained,
  logger,
  fenceCommand,
}: OfficeProgram): Promise<((wanted: AbortSignal) => Promise<Office>) | undefined> {
  const bridge = ['-c', 'import uno'];
  try {
    await access(soffice, constants.X_OK);
    await promisify(execFile)(python, bridge);
  } catch (error) {
    logger.warn({ err: error }, 'LibreOffice is missing: office documents are not converted here');
    return undefined;
  }
  const worker = await readFile(new URL('../../office/worker.py', import.meta.url), 'utf8');
  const environment = (folder: string) => ({
    ...ownSurroundings,
    OFFICE: soffice,
    OFFICE_SETTINGS: hardenedSettings(),
    OFFICE_FONTS: fontSettings(),
    ...(forms !== undefined && { OFFICE_FORMS: forms }),
    MOST_PAGES: String(limits.pages),
    OSL_SOCKET_PATH: folder,
  });
  const probe = { command: [python, ...bridge], places: forms === undefined ? [] : [forms], environment };
  const options: FencedProcessOptions<typeof officeMessage> = {
    fenceCommand: fenceCommand ?? (await strongestFence(probe, { isContained, logger })),
    program: [python, '-c', worker],
    environment,
    messageSchema: officeMessage,
    answerBytes: { all: limits.normalisedBytes, each: limits.normalisedBytes },
    yields: await canRestoreWeight(),
    logger,
  };
  return (wanted) => FencedProcess.start(options, wanted);
}
