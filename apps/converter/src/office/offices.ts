import type { ImportFilter } from '@sixpence/contracts/file-types';
import type { Logger } from 'pino';
import { ranOutOfMemory, type Bounds } from '../fenced-process/bounds.js';
import { KeptProcesses } from '../fenced-process/kept-processes.js';
import { Spares } from '../fenced-process/spares.js';
import { Unconvertible } from '../unconvertible.js';
import { NoOffice } from './no-office.js';
import { printableName } from './printable-name.js';
import { officeStarter, type Office, type OfficeProgram } from './office-program.js';

/**
 * A LibreOffice may crash for another reason. If a second one crashes at the same document, the document is
 * the reason.
 */
const mostTries = 2;

/**
 * A LibreOffice takes 250 MB. Two stay without a document, so that two people whose documents alternate do
 * not wait for a start each time.
 */
const wear = { mostKept: 2, restMs: 60_000, documentsEach: 50, mostBytes: 700 * 1024 ** 2 };

/** The owner, name, and bounds of a document. */
interface Circumstances {
  ownerId: string;
  fileName: string;
  bounds: Bounds;
}

/**
 * Running LibreOffices behind the fence: no network, no files except LibreOffice's programs and the document,
 * a hardened profile in memory. Each serves one person, one document at a time. A spare is kept ready, so
 * that neither a new person nor a person whose LibreOffice crashed waits for a start.
 */
export class Offices {
  private readonly spares: Spares<Office>;
  private readonly kept: KeptProcesses<Office>;
  /** For each person with a document in LibreOffice, a promise that resolves when the document is done. */
  private readonly queues = new Map<string, Promise<void>>();

  constructor(
    start: (wanted: AbortSignal) => Promise<Office>,
    private readonly logger: Logger,
    restMs = wear.restMs,
  ) {
    this.spares = new Spares(start, 1, logger);
    this.kept = new KeptProcesses(this.spares, { ...wear, restMs }, logger);
  }

  /** @returns undefined, with a warning in the log, where LibreOffice or its Python bridge is missing */
  static async start(program: OfficeProgram): Promise<Offices | undefined> {
    const start = await officeStarter(program);
    return start && new Offices(start, program.logger);
  }

  /**
   * Converts an office document to PDF. Documents of one person are converted one after the other.
   * @throws Unconvertible for the worker's reason; `damaged` when the document ends two LibreOffices,
   *   `too-large` when memory was the reason; NoOffice
   */
  convert(filter: ImportFilter, bytes: Uint8Array, circumstances: Circumstances): Promise<Buffer> {
    const { ownerId } = circumstances;
    const before = this.queues.get(ownerId) ?? Promise.resolve();
    const converted = before.then(() => this.convertNow(filter, bytes, circumstances));
    const ended = converted
      .catch(() => undefined)
      .then(() => {
        if (this.queues.get(ownerId) === ended) this.queues.delete(ownerId);
      });
    this.queues.set(ownerId, ended);
    return converted;
  }

  async close(): Promise<void> {
    await Promise.all(this.queues.values());
    await this.kept.endAll();
    await this.spares.end();
  }

  private async convertNow(
    filter: ImportFilter,
    bytes: Uint8Array,
    circumstances: Circumstances,
  ): Promise<Buffer> {
    for (let tries = 1; ; tries += 1) {
      const office = await this.kept.takeProcess(circumstances.ownerId).catch((cause: unknown) => {
        throw new NoOffice('LibreOffice does not start', { cause });
      });
      // The document's time may have ended while LibreOffice was starting.
      if (circumstances.bounds.reason) {
        this.kept.releaseProcess(office);
        throw circumstances.bounds.reason;
      }
      const answer = await askOffice(office, filter, bytes, circumstances).catch(async (error: unknown) => {
        await this.kept.discard(office);
        throw error;
      });
      if (answer) {
        this.kept.releaseProcess(office);
        if (answer.message.type === 'pdf') return answer.bytes;
        throw new Unconvertible(answer.message.type === 'failed' ? answer.message.reason : 'damaged');
      }
      const reason = (await ranOutOfMemory(office, circumstances.bounds)) ? 'too-large' : 'damaged';
      await this.kept.discard(office);
      if (tries === mostTries) throw new Unconvertible(reason);
      this.logger.warn(
        { reason },
        'LibreOffice ended while it had a document open: the document is retried once in a new one',
      );
    }
  }
}

/**
 * @returns undefined when LibreOffice ended without an answer
 * @throws the reason when the document was stopped at its bounds
 */
async function askOffice(
  office: Office,
  filter: ImportFilter,
  bytes: Uint8Array,
  { fileName, bounds }: Circumstances,
) {
  bounds.enforceOn(office);
  try {
    office.sendDocument({ filter, name: printableName(fileName) }, bytes);
    const answer = await office.nextMessage();
    if (!answer) bounds.check();
    return answer;
  } finally {
    bounds.release(office);
  }
}
