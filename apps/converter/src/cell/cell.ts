import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { decodeFrames, encodeFrame, type Frame } from './frames.js';
import { cellEnvironment, restrained } from './surroundings.js';
import { weigh, weights } from './weight.js';
import { makeWorkFolder, removeWorkFolder } from './work-folder.js';

const startWithinMs = 20_000;

export interface CellOptions<Said extends z.ZodType> {
  enclosure: (folder: string) => string[];
  /** The program of the cell. Its first message means that it has started. */
  program: readonly string[];
  /** Added to PATH, HOME, TMPDIR, and LANG, the only other variables. */
  environment: (folder: string) => Record<string, string>;
  /** The schema of its messages. */
  said: Said;
  /** The size limits of its messages, in bytes: in all, and of each. */
  answerBytes: { all: number; each: number };
  /** While no document waits for it, it starts at a lower weight. */
  yields: boolean;
  logger: Logger;
}

/** `killed` by the kernel for lack of memory, `aborted` by its own program, or otherwise. */
export type End = 'killed' | 'aborted' | 'otherwise';

/** One fenced process tree: no network, no secrets, a folder of its own. */
export class Cell<Said extends z.ZodType> {
  private readonly frames: AsyncGenerator<Frame, void>;
  /** Resolves when its program has ended, and the rest of its process group is killed. */
  readonly gone: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly options: CellOptions<Said>,
  ) {
    this.gone = once(child, 'exit').then(() => {
      this.killGroup();
    });
    this.frames = decodeFrames(child.stdio[3] as Readable, options.answerBytes);
  }

  /**
   * Starts a cell, usually ahead of time, so that a document does not wait for a program and its libraries to
   * load. `wanted` signals that a document waits for the cell; without it one waits from the beginning.
   * @throws Error when the program does not report that it is ready
   */
  static async start<Said extends z.ZodType>(
    options: CellOptions<Said>,
    wanted = AbortSignal.abort(),
  ): Promise<Cell<Said>> {
    const folder = await makeWorkFolder();
    const child = await spawnIn(folder, options).catch(async (error: unknown) => {
      await removeWorkFolder(folder);
      throw error;
    });
    const cell = new Cell(child, folder, options);
    if (options.yields) cell.yieldUntil(wanted);
    await cell.hasStarted();
    return cell;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isGone(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async howItEnded(): Promise<End> {
    await Promise.race([this.gone, sleep(500)]);
    // If this process was busy, the exit event arrives only in the next turn of the event loop.
    await turn();
    const { signalCode, exitCode } = this.child;
    // A shell in between turns signals into exit codes (128 plus the signal's number).
    if (signalCode === 'SIGKILL' || exitCode === 137) return 'killed';
    return signalCode === 'SIGABRT' || exitCode === 134 ? 'aborted' : 'otherwise';
  }

  sendMessage(header: object, bytes: Uint8Array): void {
    const input = this.child.stdin as Writable;
    for (const piece of encodeFrame(header, bytes)) input.write(piece);
  }

  /**
   * The next message with its bytes; undefined when the cell has ended.
   * @throws BadFrame, ZodError for anything but a valid message
   */
  async nextMessage(): Promise<{ message: z.infer<Said>; bytes: Buffer } | undefined> {
    const next = await this.frames.next();
    if (next.done === true) return undefined;
    return { message: this.options.said.parse(next.value.header), bytes: next.value.bytes };
  }

  kill(): void {
    if (!this.isGone) this.killGroup();
  }

  /** Kills the cell and removes its folder. */
  async end(): Promise<void> {
    this.kill();
    await this.gone;
    await removeWorkFolder(this.folder);
  }

  private yieldUntil(wanted: AbortSignal): void {
    if (wanted.aborted) return;
    weigh(this.pid, weights.behind, this.options.logger);
    const hurry = () => {
      if (!this.isGone) weigh(this.pid, weights.ordinary, this.options.logger);
    };
    wanted.addEventListener('abort', hurry, { once: true });
  }

  private killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      // ESRCH: the group has no process any more.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  private async hasStarted(): Promise<void> {
    const tooLate = setTimeout(() => {
      this.kill();
    }, startWithinMs);
    try {
      if (await this.nextMessage()) return;
      throw new Error('The program behind the fence does not start');
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      clearTimeout(tooLate);
    }
  }
}

/** @throws the system's error when it cannot start another process */
async function spawnIn<Said extends z.ZodType>(
  folder: string,
  { enclosure, program, environment }: CellOptions<Said>,
): Promise<ChildProcess> {
  const [command = '', ...rest] = [...restrained, ...enclosure(folder), ...program];
  const child = spawn(command, rest, {
    // A process group of its own, so that it can be killed as a whole.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: { ...cellEnvironment(folder), ...environment(folder) },
  });
  // When a cell dies, `next` reports the end; the error of its closed pipe adds nothing.
  child.stdin?.on('error', () => undefined);
  await once(child, 'spawn');
  return child;
}
