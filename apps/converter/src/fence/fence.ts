import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportFilter } from '@sixpence/contracts/file-types';
import type { Logger } from 'pino';
import { Bounds, ranOutOfMemory } from '../fenced-process/bounds.js';
import { FencedProcess } from '../fenced-process/fenced-process.js';
import { strongestFence } from '../fenced-process/strongest-fence.js';
import { KeptProcesses } from '../fenced-process/kept-processes.js';
import { Spares } from '../fenced-process/spares.js';
import { canRestoreWeight } from '../fenced-process/weight.js';
import { removeForsakenFolders } from '../fenced-process/work-folder.js';
import type { LanePlace } from '../lanes.js';
import { limits } from '../limits.js';
import { NoOffice } from '../office/no-office.js';
import type { Offices } from '../office/offices.js';
import { MissingProgram, Unconvertible } from '../unconvertible.js';
import { message, type Job, type Message } from './messages.js';

type DocumentProcess = FencedProcess<typeof message>;

interface FenceOptions {
  qpdf: string;
  /** How many started processes wait for documents. */
  standingBy: number;
  /** A container is the fence where the converter cannot make its own. */
  isContained?: boolean;
  logger: Logger;
  /** Opens office documents; without it they are not converted here. */
  offices?: Offices | undefined;
  /** Tests run hostile programs behind the fence, and set shorter bounds. */
  program?: readonly string[];
  conversionMs?: number;
  memoryBytes?: number;
  probeMs?: number;
}

/** The program that runs behind the fence. V8 validates only the used parts of pdfium's WebAssembly. */
const insideProgram: readonly string[] = [
  process.execPath,
  '--max-old-space-size=1024',
  '--wasm-lazy-validation',
  fileURLToPath(new URL('./inside.bundle.js', import.meta.url)),
];

/** The folders of the program and its packages, and of qpdf where it is not the system's. */
function placesOf(qpdf: string): string[] {
  const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
  const code = ['node_modules', 'apps/converter'].map((folder) => join(checkout, folder));
  const tools = isAbsolute(qpdf) && !qpdf.startsWith('/usr/') ? [dirname(dirname(qpdf))] : [];
  return [...code, ...tools];
}

/**
 * A process takes 0.2 s of a core to start. It is kept for as long as the owner's next document needs to
 * arrive when several were uploaded together. Four documents of one person are prepared at a time.
 */
const wear = { mostKept: 4, restMs: 2_000, documentsEach: 50, mostBytes: 400 * 1024 ** 2 };

/**
 * A process failed that had another document before. The document may not be the reason, so it has to be
 * converted again in a new process.
 */
export class UsedProcessFailed extends Error {
  override readonly name = 'UsedProcessFailed';
}

/** An uploaded document. Only code outside the fence knows its owner. */
interface Source {
  ownerId: string;
  fileName: string;
  bytes: Uint8Array;
}

/**
 * Receives the messages from behind the fence, in order, `done` last. It does no slow work, because the
 * document's time is running.
 */
export type Receive = (message: Message, bytes: Buffer) => void;

/**
 * The fence between documents and everything else. All code that parses uploaded bytes runs behind it, in a
 * process that serves one document at a time, and documents of one owner only. The process is killed at the
 * deadline, for its memory, and after every document that it did not convert.
 */
export class Fence {
  private constructor(
    private readonly spares: Spares<DocumentProcess>,
    private readonly kept: KeptProcesses<DocumentProcess>,
    private readonly offices: Offices | undefined,
    private readonly most: { conversionMs: number; memoryBytes: number },
    /** The abilities of the converter on this machine. */
    private readonly can: { countProcesses: boolean; restoreWeight: boolean },
    private readonly logger: Logger,
  ) {}

  /** @throws Error when the machine allows no fence and no container is the fence */
  static async raise(options: FenceOptions) {
    const {
      qpdf,
      standingBy,
      isContained,
      probeMs,
      logger,
      offices,
      program = insideProgram,
      ...bounds
    } = options;
    await removeForsakenFolders();
    const environment = () => ({ QPDF: qpdf });
    const probe = { command: [...program, '--probe'], places: placesOf(qpdf), environment };
    const fenceCommand = await strongestFence(probe, { isContained, probeMs, logger });
    // Without a namespace of its own, a process can leave others behind that nothing finds.
    const can = { countProcesses: fenceCommand('').length > 0, restoreWeight: await canRestoreWeight() };
    const processOptions = {
      fenceCommand,
      program,
      environment,
      messageSchema: message,
      answerBytes: { all: limits.answerBytes, each: limits.normalisedBytes },
      yields: can.restoreWeight,
      logger,
    };
    const spares = new Spares((wanted) => FencedProcess.start(processOptions, wanted), standingBy, logger);
    const { conversionMs = limits.conversionMs, memoryBytes = limits.memoryBytes } = bounds;
    const kept = new KeptProcesses(spares, wear, logger);
    return new Fence(spares, kept, offices, { conversionMs, memoryBytes }, can, logger);
  }

  /**
   * Converts one document. `isRepeated` asks for a process that has had no document.
   * @throws Unconvertible when the document is the reason; UsedProcessFailed; the reason of `place.lost`;
   *   other errors are the converter's own fault
   */
  async convert(
    job: Job,
    source: Source,
    { place, receive, isRepeated = false }: { place: LanePlace; receive: Receive; isRepeated?: boolean },
  ): Promise<void> {
    const { ownerId } = source;
    const documentProcess = await (isRepeated
      ? this.kept.takeNewProcess(ownerId)
      : this.kept.takeProcess(ownerId));
    const bounds = new Bounds(this.most, this.logger, place);
    bounds.enforceOn(documentProcess);
    const office: { failure?: unknown } = {};
    const fromOffice = (filter: ImportFilter) =>
      this.fromOffice(filter, source, bounds).catch((error: unknown) => {
        // At a bound, both processes count together, so LibreOffice has not refused the document.
        if (!bounds.reason) office.failure = error;
        throw error;
      });
    try {
      documentProcess.sendDocument(job, source.bytes);
      await answersOf(documentProcess, { fromOffice, receive, bounds });
    } catch (error) {
      const reason = bounds.reason ?? (await blame(error, documentProcess, bounds));
      const isUsed = this.kept.hadDocumentBefore(documentProcess);
      await this.kept.discard(documentProcess);
      if (isUsed && reason instanceof Unconvertible && office.failure === undefined)
        throw new UsedProcessFailed('A process failed at a later document', { cause: reason });
      throw reason;
    } finally {
      bounds.end();
    }
    const isSlowed = place.behind.aborted || place.last.aborted;
    if (this.can.countProcesses && (this.can.restoreWeight || !isSlowed))
      this.kept.releaseProcess(documentProcess, { isSlowed });
    else await this.kept.discard(documentProcess);
  }

  async close(): Promise<void> {
    await this.kept.endAll();
    await this.spares.end();
    await this.offices?.close();
  }

  private async fromOffice(
    filter: ImportFilter,
    { ownerId, fileName, bytes }: Source,
    bounds: Bounds,
  ): Promise<Buffer> {
    if (!this.offices) throw new NoOffice('LibreOffice is missing on this converter');
    return this.offices.convert(filter, bytes, { ownerId, fileName, bounds });
  }
}

/** Passes the answers for one document on until it is done. @throws the reason why it does not get done */
async function answersOf(
  documentProcess: DocumentProcess,
  surroundings: { bounds: Bounds; receive: Receive; fromOffice: (filter: ImportFilter) => Promise<Buffer> },
): Promise<void> {
  const { bounds, receive, fromOffice } = surroundings;
  for (;;) {
    const answer = await documentProcess.nextMessage();
    if (!answer) throw new Error('The process behind the fence ended before the document was done');
    const { message, bytes } = answer;
    if (message.type === 'failed') throw new Unconvertible(message.reason);
    if (message.type === 'gave-up') throw new Unconvertible(bounds.tookMuchMemory ? 'too-large' : 'damaged');
    if (message.type === 'missing-program')
      throw new MissingProgram('A program is missing on this converter');
    if (message.type === 'office')
      documentProcess.sendMessage({ type: 'pdf' }, await fromOffice(message.filter));
    else receive(message, bytes);
    if (message.type === 'done') return;
  }
}

/**
 * A process that died or sent an invalid message did so because of its document, so the document is the
 * reason.
 */
async function blame(error: unknown, documentProcess: DocumentProcess, bounds: Bounds): Promise<Error> {
  if ([Unconvertible, NoOffice, MissingProgram].some((kind) => error instanceof kind)) return error as Error;
  const reason = (await ranOutOfMemory(documentProcess, bounds)) ? 'too-large' : 'damaged';
  return new Unconvertible(reason, { cause: error });
}
