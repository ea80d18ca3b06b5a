import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { decodeFrames, encodeFrame, type Allowance, type Frame } from './frames.js';
import { fencedEnvironment, kernelLimitsCommand } from './surroundings.js';
import { weigh, weights } from './weight.js';
import { makeWorkFolder, removeWorkFolder } from './work-folder.js';

const startWithinMs = 20_000;

export interface FencedProcessOptions<Said extends z.ZodType> {
  /** The command prefix that puts the program behind the fence. `folder` is its work folder. */
  fenceCommand: (folder: string) => string[];
  /** Its first message means that it has started. */
  program: readonly string[];
  /** Added to PATH, HOME, TMPDIR, and LANG, the only other variables. */
  environment: (folder: string) => Record<string, string>;
  /** The schema of the program's messages. */
  messageSchema: Said;
  /**
   * The size limits of the program's messages, in bytes: of all messages about one document together, and of
   * each single message.
   */
  answerBytes: { all: number; each: number };
  /** While no document waits for the process, it starts at a lower weight. */
  yields: boolean;
  logger: Logger;
}

/** `killed` by the kernel for lack of memory, `aborted` by its own program, or otherwise. */
export type End = 'killed' | 'aborted' | 'otherwise';

/**
 * One process behind the fence, with its descendants: no network, no secrets, a folder of its own. It serves
 * the documents of one owner, as their converter or as their LibreOffice.
 */
export class FencedProcess<Said extends z.ZodType> {
  private readonly frames: AsyncGenerator<Frame, void>;
  private readonly allowance: Allowance;
  /** Resolves when the program has ended, and the rest of the process group is killed. */
  readonly gone: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly options: FencedProcessOptions<Said>,
  ) {
    this.gone = once(child, 'exit').then(() => {
      this.killGroup();
    });
    const { all, each } = options.answerBytes;
    this.allowance = { remaining: all, each };
    this.frames = decodeFrames(child.stdio[3] as Readable, this.allowance);
  }

  /**
   * Starts a fenced process, usually ahead of time, so that a document does not wait for a program and its
   * libraries to load. `wanted` signals that a document waits for the process; without this parameter a
   * document waits from the beginning.
   * @throws Error when the program does not report that it is ready
   */
  static async start<Said extends z.ZodType>(
    options: FencedProcessOptions<Said>,
    wanted = AbortSignal.abort(),
  ): Promise<FencedProcess<Said>> {
    const folder = await makeWorkFolder();
    const child = await spawnIn(folder, options).catch(async (error: unknown) => {
      await removeWorkFolder(folder);
      throw error;
    });
    const fencedProcess = new FencedProcess(child, folder, options);
    if (options.yields) fencedProcess.yieldUntil(wanted);
    await fencedProcess.hasStarted();
    return fencedProcess;
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

  /** Sends the first message about a document. From here its answers count towards the size limits. */
  sendDocument(header: object, bytes: Uint8Array): void {
    this.allowance.remaining = this.options.answerBytes.all;
    this.sendMessage(header, bytes);
  }

  sendMessage(header: object, bytes: Uint8Array): void {
    const input = this.child.stdin as Writable;
    for (const piece of encodeFrame(header, bytes)) input.write(piece);
  }

  /**
   * The next message with its bytes; undefined when the process has ended.
   * @throws BadFrame, ZodError for anything but a valid message
   */
  async nextMessage(): Promise<{ message: z.infer<Said>; bytes: Buffer } | undefined> {
    const next = await this.frames.next();
    if (next.done === true) return undefined;
    return { message: this.options.messageSchema.parse(next.value.header), bytes: next.value.bytes };
  }

  kill(): void {
    if (!this.isGone) this.killGroup();
  }

  /** Kills the process with its group, and removes its folder. */
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
  { fenceCommand, program, environment }: FencedProcessOptions<Said>,
): Promise<ChildProcess> {
  const [command = '', ...rest] = [...kernelLimitsCommand, ...fenceCommand(folder), ...program];
  const child = spawn(command, rest, {
    // A process group of its own, so that it can be killed as a whole.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: { ...fencedEnvironment(folder), ...environment(folder) },
  });
  // When the process dies, `nextMessage` reports the end; the error of its closed pipe adds nothing.
  child.stdin?.on('error', () => undefined);
  await once(child, 'spawn');
  return child;
}
