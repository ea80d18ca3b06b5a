import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Bounds } from '../fence/bounds.js';
import { Cell } from '../fence/cell.js';
import { strongestEnclosure } from '../fence/enclosure.js';
import { memoryOfTree } from '../fence/memory.js';
import type { OfficeRequest } from '../fence/messages.js';
import { Spares } from '../fence/spares.js';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import { NoOffice } from './no-office.js';
import { hardenedSettings } from './settings.js';

const said = z.object({ type: z.enum(['ready', 'pdf', 'failed', 'too-many-pages']) });
type Office = Cell<typeof said>;

/** One that has served this many documents, or grown this large, gives way to a fresh one. */
const documentsEach = 50;
const tiredBytes = 700 * 1024 ** 2;

interface Program {
  soffice: string;
  python: string;
  logger: Logger;
}

/**
 * LibreOffice, running and warm, behind the fence: no network, no file to see but its own programs and the document, a
 * hardened profile in memory. One is at work and another stands by, so that a crash makes nobody wait.
 */
export class Offices {
  private current: { office: Office; documents: number } | undefined;
  private readonly spares: Spares<Office>;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    start: () => Promise<Office>,
    private readonly logger: Logger,
  ) {
    this.spares = new Spares(start, 1, logger);
  }

  /** @returns undefined, with a word in the log, where LibreOffice or its bridge to Python is missing */
  static async open({ soffice, python, logger }: Program): Promise<Offices | undefined> {
    const probe = { command: [python, '-c', 'import uno'], places: [] };
    try {
      await access(soffice, constants.X_OK);
      await promisify(execFile)(python, probe.command.slice(1));
    } catch (error) {
      logger.warn({ err: error }, 'LibreOffice is missing: office documents are not converted here');
      return undefined;
    }
    const worker = await readFile(new URL('../../office/worker.py', import.meta.url), 'utf8');
    const enclosure = await strongestEnclosure(probe, logger);
    const options = {
      enclosure,
      program: [python, '-c', worker],
      environment: (folder: string) => ({
        OFFICE: soffice,
        OFFICE_SETTINGS: hardenedSettings(),
        OSL_SOCKET_PATH: folder,
      }),
      said,
      answerBytes: documentsEach * limits.normalisedBytes,
    };
    return new Offices(() => Cell.start(options), logger);
  }

  /**
   * An office document as PDF. One at a time: whoever converts more runs more converters.
   * @throws Unconvertible `damaged` when it does not open or ends the program, `too-many-pages`; NoOffice
   */
  convert(request: OfficeRequest, bytes: Uint8Array, bounds: Bounds): Promise<Buffer> {
    const mine = this.turn.then(() => this.convertNow(request, bytes, bounds));
    // Nobody waits for the look at what is left of the program, but the next document.
    this.turn = mine
      .catch(() => undefined)
      .then(() => this.retireTired())
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'LibreOffice cannot be looked after');
      });
    return mine;
  }

  async close(): Promise<void> {
    await this.turn;
    await this.current?.office.end();
    await this.spares.end();
  }

  private async convertNow({ filter }: OfficeRequest, bytes: Uint8Array, bounds: Bounds): Promise<Buffer> {
    const current = await this.available();
    const { office } = current;
    bounds.hold(office);
    try {
      office.send({ filter }, bytes);
      const answer = await office.next();
      if (!answer) throw new Unconvertible('damaged');
      current.documents += 1;
      const { type } = answer.message;
      if (type !== 'pdf') throw new Unconvertible(type === 'too-many-pages' ? type : 'damaged');
      return answer.bytes;
    } catch (error) {
      if (!(error instanceof Unconvertible)) office.kill();
      throw error;
    } finally {
      bounds.release(office);
    }
  }

  private async available() {
    if (this.current?.office.isGone) {
      await this.current.office.end();
      this.current = undefined;
    }
    this.current ??= { office: await this.taken(), documents: 0 };
    return this.current;
  }

  private async taken(): Promise<Office> {
    try {
      return await this.spares.take();
    } catch (cause) {
      throw new NoOffice('LibreOffice does not start', { cause });
    }
  }

  private async retireTired(): Promise<void> {
    if (!this.current) return;
    const { office, documents } = this.current;
    const isTired = documents >= documentsEach || (await memoryOfTree(office.pid)) > tiredBytes;
    if (!office.isGone && !isTired) return;
    this.current = undefined;
    await office.end();
  }
}
