import type { Logger } from 'pino';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import { Cell, insideProgram, type CellOptions } from './cell.js';
import { strongestEnclosure } from './enclosure.js';
import { memoryOfTree } from './memory.js';
import type { Job, Message } from './messages.js';
import { removeForsakenFolders } from './work-folder.js';

const watchEveryMs = 200;
const startWithinMs = 20_000;

interface FenceOptions {
  qpdf: string;
  logger: Logger;
  /** Tests put something worse behind the fence, and wait less. */
  program?: readonly string[];
  conversionMs?: number;
  memoryBytes?: number;
}

/** Takes one message out of the fence, in order; slow work belongs behind it, or the document's time runs. */
export type Receive = (message: Message, bytes: Buffer) => void;

/**
 * The wall between documents and everything else. Whatever parses bytes that people bring runs behind it, in a group of
 * processes per document that is killed at the deadline, or for its memory, and always at the end.
 */
export class Fence {
  private spare: Promise<Cell>;

  private constructor(
    private readonly options: CellOptions,
    private readonly bounds: { conversionMs: number; memoryBytes: number },
    private readonly logger: Logger,
  ) {
    this.spare = this.startSpare();
  }

  static async raise({ qpdf, logger, program = insideProgram, ...bounds }: FenceOptions): Promise<Fence> {
    await removeForsakenFolders();
    const enclosure = await strongestEnclosure([...program, '--probe'], logger);
    const { conversionMs = limits.conversionMs, memoryBytes = limits.memoryBytes } = bounds;
    return new Fence({ enclosure, program, qpdf }, { conversionMs, memoryBytes }, logger);
  }

  /**
   * Converts one document.
   * @throws Unconvertible when the document is the reason; anything else is ours
   */
  async convert(job: Job, bytes: Uint8Array, receive: Receive): Promise<void> {
    const cell = await this.takeCell();
    const verdict: { reason?: Unconvertible } = {};
    const stop = (reason: Unconvertible) => {
      verdict.reason ??= reason;
      cell.kill();
    };
    const deadline = setTimeout(() => {
      stop(new Unconvertible('timeout'));
    }, this.bounds.conversionMs);
    const watch = setInterval(() => void this.watch(cell, stop), watchEveryMs);
    try {
      cell.send(job, bytes);
      await answersOf(cell, receive);
    } catch (error) {
      throw verdict.reason ?? (await blame(cell, error));
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
      await cell.end();
    }
  }

  async close(): Promise<void> {
    await (await this.spare).end();
  }

  /** The spare that is ready, or a new one when it has died meanwhile; the next spare starts at once. */
  private async takeCell(): Promise<Cell> {
    let cell = await this.spare;
    if (cell.isGone) {
      await cell.end();
      cell = await Cell.start(this.options);
    }
    this.spare = this.startSpare();
    const tooLate = setTimeout(() => {
      cell.kill();
    }, startWithinMs);
    try {
      const first = await cell.next();
      if (first?.message.type === 'ready') return cell;
      throw new Error('The program behind the fence does not start');
    } catch (error) {
      await cell.end();
      throw error;
    } finally {
      clearTimeout(tooLate);
    }
  }

  private startSpare(): Promise<Cell> {
    const spare = Cell.start(this.options);
    spare.catch((error: unknown) => {
      this.logger.error({ err: error }, 'the fence cannot start a process');
    });
    return spare;
  }

  private async watch(cell: Cell, stop: (reason: Unconvertible) => void): Promise<void> {
    try {
      if ((await memoryOfTree(cell.pid)) > this.bounds.memoryBytes) stop(new Unconvertible('too-large'));
    } catch (error) {
      this.logger.warn({ err: error }, 'memory behind the fence cannot be watched');
    }
  }
}

async function answersOf(cell: Cell, receive: Receive): Promise<void> {
  for (;;) {
    const answer = await cell.next();
    if (!answer) throw new Error('The cell ended before it was done');
    const { message, bytes } = answer;
    if (message.type === 'failed') throw new Unconvertible(message.reason);
    if (message.type === 'done') return;
    receive(message, bytes);
  }
}

/** A process that dies, or talks nonsense, was brought to it by its document. */
async function blame(cell: Cell, error: unknown): Promise<Unconvertible> {
  if (error instanceof Unconvertible) return error;
  return new Unconvertible((await cell.ranOutOfMemory()) ? 'too-large' : 'damaged', { cause: error });
}
