import type { Logger } from 'pino';
import type { Bounds } from '../fence/bounds.js';
import type { OfficeRequest } from '../fence/messages.js';
import { Spares } from '../fence/spares.js';
import { Unconvertible } from '../unconvertible.js';
import { KeptOffices } from './kept-offices.js';
import { officeStarter, type Office, type OfficeProgram } from './office-program.js';

/** A LibreOffice that ends may have been about to; a second one that ends at the same document does so because of it. */
const mostTries = 2;

/** Whose document it is, and what it may take. */
interface Circumstances {
  ownerId: string;
  bounds: Bounds;
}

/**
 * LibreOffice, running and warm, behind the fence: no network, no file to see but its own programs and the document, a
 * hardened profile in memory. Each serves one person; one more stands by, so that neither the next person nor whoever
 * comes after a crash waits.
 */
export class Offices {
  private readonly spares: Spares<Office>;
  private readonly kept: KeptOffices;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    start: () => Promise<Office>,
    private readonly logger: Logger,
    restMs?: number,
  ) {
    this.spares = new Spares(start, 1, logger);
    this.kept = new KeptOffices(this.spares, logger, restMs);
  }

  /** @returns undefined, with a word in the log, where LibreOffice or its bridge to Python is missing */
  static async open(program: OfficeProgram): Promise<Offices | undefined> {
    const start = await officeStarter(program);
    return start && new Offices(start, program.logger);
  }

  /**
   * An office document as PDF. One at a time: whoever converts more runs more converters.
   * @throws Unconvertible `damaged` when it does not open or ends the program twice, `too-many-pages`; NoOffice
   */
  convert(request: OfficeRequest, bytes: Uint8Array, circumstances: Circumstances): Promise<Buffer> {
    const mine = this.turn.then(() => this.convertNow(request, bytes, circumstances));
    // Nobody waits for the look at what is left of the program, but the next document.
    this.turn = mine
      .catch(() => undefined)
      .then(() => this.kept.rest(circumstances.ownerId))
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'LibreOffice cannot be looked after');
      });
    return mine;
  }

  async close(): Promise<void> {
    await this.turn;
    await this.kept.end();
    await this.spares.end();
  }

  private async convertNow(
    request: OfficeRequest,
    bytes: Uint8Array,
    circumstances: Circumstances,
  ): Promise<Buffer> {
    for (let tries = 1; ; tries += 1) {
      const office = await this.kept.of(circumstances.ownerId);
      const answer = await ask(office, request, { bytes, bounds: circumstances.bounds });
      if (answer?.message.type === 'pdf') return answer.bytes;
      if (answer)
        throw new Unconvertible(answer.message.type === 'too-many-pages' ? 'too-many-pages' : 'damaged');
      const reason = (await office.ranOutOfMemory()) ? 'too-large' : 'damaged';
      await this.kept.discard(circumstances.ownerId);
      if (tries === mostTries) throw new Unconvertible(reason);
      this.logger.warn({ reason }, 'LibreOffice ended at a document, which gets a fresh one');
    }
  }
}

/**
 * @returns undefined when it ended without an answer, by itself or by this document
 * @throws Unconvertible when the document was stopped at its bounds
 */
async function ask(
  office: Office,
  { filter }: OfficeRequest,
  { bytes, bounds }: { bytes: Uint8Array; bounds: Bounds },
) {
  // The start of the program may have taken all the time there was.
  bounds.check();
  bounds.hold(office);
  try {
    office.send({ filter }, bytes);
    const answer = await office.next();
    if (!answer) bounds.check();
    return answer;
  } catch (error) {
    if (!(error instanceof Unconvertible)) office.kill();
    throw error;
  } finally {
    bounds.release(office);
  }
}
