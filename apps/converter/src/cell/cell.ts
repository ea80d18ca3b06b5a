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
  /** What runs in it; its first message tells that it has started. */
  program: readonly string[];
  /** Added to PATH, HOME, TMPDIR, and LANG, which is all it gets. */
  environment: (folder: string) => Record<string, string>;
  /** What it may say. */
  said: Said;
  /** How much it may say, in bytes: in all, and at once. */
  answerBytes: { all: number; each: number };
  /** While nobody waits for it, it starts behind everything else. */
  yields: boolean;
  logger: Logger;
}

/** Killed by the kernel, which does so for want of memory, given up by its own program, or otherwise. */
export type End = 'killed' | 'aborted' | 'otherwise';

/** One process group behind the fence: no network, no secrets, a folder of its own. */
export class Cell<Said extends z.ZodType> {
  private readonly frames: AsyncGenerator<Frame, void>;
  /** Resolves when its program has ended, and with it whatever of its group was left. */
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
   * Started ahead, so that a document does not wait for the start of a program and its libraries. `wanted` tells that
   * somebody waits for it; without a word somebody does from the beginning.
   * @throws Error when the program does not say that it is ready
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
    // Where we were slow ourselves, its end is heard only now.
    await turn();
    const { signalCode, exitCode } = this.child;
    // A shell that stands in between turns signals into exit codes (128 and the signal's number).
    if (signalCode === 'SIGKILL' || exitCode === 137) return 'killed';
    return signalCode === 'SIGABRT' || exitCode === 134 ? 'aborted' : 'otherwise';
  }

  send(header: object, bytes: Uint8Array): void {
    const input = this.child.stdin as Writable;
    for (const piece of encodeFrame(header, bytes)) input.write(piece);
  }

  /**
   * The next message with its bytes; undefined when the cell has ended.
   * @throws BadFrame, ZodError when what comes out is not a message
   */
  async next(): Promise<{ message: z.infer<Said>; bytes: Buffer } | undefined> {
    const next = await this.frames.next();
    if (next.done === true) return undefined;
    return { message: this.options.said.parse(next.value.header), bytes: next.value.bytes };
  }

  kill(): void {
    if (!this.isGone) this.killGroup();
  }

  /** Ends whatever still runs and removes every trace. */
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
      // ESRCH: no process of the group is left.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  private async hasStarted(): Promise<void> {
    const tooLate = setTimeout(() => {
      this.kill();
    }, startWithinMs);
    try {
      if (await this.next()) return;
      throw new Error('The program behind the fence does not start');
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      clearTimeout(tooLate);
    }
  }
}

/** @throws what the system says when it cannot start one more process */
async function spawnIn<Said extends z.ZodType>(
  folder: string,
  { enclosure, program, environment }: CellOptions<Said>,
): Promise<ChildProcess> {
  const [command = '', ...rest] = [...restrained, ...enclosure(folder), ...program];
  const child = spawn(command, rest, {
    // A group of its own, so that it ends as a whole.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: { ...cellEnvironment(folder), ...environment(folder) },
  });
  // When a cell dies, its answers end, and `next` says so; the error of its closed pipe adds nothing.
  child.stdin?.on('error', () => undefined);
  await once(child, 'spawn');
  return child;
}
