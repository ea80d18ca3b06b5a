import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '../limits.js';
import { decodeFrames, encodeFrame, type Frame } from './frames.js';
import { message, type Job, type Message } from './messages.js';
import type { Enclosure } from './enclosure.js';
import { makeWorkFolder, removeWorkFolder } from './work-folder.js';

/** The program that works behind the fence. */
export const insideProgram: readonly string[] = [
  process.execPath,
  '--max-old-space-size=1024',
  fileURLToPath(new URL('./inside.js', import.meta.url)),
];

export interface CellOptions {
  enclosure: Enclosure;
  /** What runs in it. */
  program: readonly string[];
  qpdf: string;
}

/**
 * One process group behind the fence, for one document: no network, no secrets, a folder of its own. Nothing of it is
 * used twice.
 */
export class Cell {
  private readonly frames: AsyncGenerator<Frame, void>;
  private readonly exited: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    this.exited = once(child, 'exit');
    this.frames = decodeFrames(child.stdio[3] as Readable, limits.answerBytes);
  }

  /** Started ahead, so that a document does not wait for the start of the program and its libraries. */
  static async start({ enclosure, program, qpdf }: CellOptions): Promise<Cell> {
    const folder = await makeWorkFolder();
    const [command = '', ...rest] = [...enclosure(folder), ...program];
    const child = spawn(command, rest, {
      // A group of its own, so that it ends as a whole.
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, QPDF: qpdf, LANG: 'C.UTF-8' },
    });
    const cell = new Cell(child, folder);
    // A cell that dies says so by the end of its answers; its closed pipe is no news of its own.
    child.stdin?.on('error', () => undefined);
    await once(child, 'spawn');
    return cell;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isGone(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Whether it was ended for want of memory: V8 aborts then, and the kernel kills. */
  async ranOutOfMemory(): Promise<boolean> {
    await Promise.race([this.exited, sleep(500)]);
    const { signalCode, exitCode } = this.child;
    // A shell in between tells of signals by exit codes.
    return ['SIGABRT', 'SIGKILL'].includes(signalCode ?? '') || [134, 137].includes(exitCode ?? 0);
  }

  send(job: Job, bytes: Uint8Array): void {
    const input = this.child.stdin as Writable;
    for (const piece of encodeFrame(job, bytes)) input.write(piece);
    input.end();
  }

  /**
   * The next message with its bytes; undefined when the cell has ended.
   * @throws BadFrame, ZodError when what comes out is not a message
   */
  async next(): Promise<{ message: Message; bytes: Buffer } | undefined> {
    const next = await this.frames.next();
    if (next.done === true) return undefined;
    return { message: message.parse(next.value.header), bytes: next.value.bytes };
  }

  kill(): void {
    if (this.isGone) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      const isOver = error instanceof Error && 'code' in error && error.code === 'ESRCH';
      if (!isOver) throw error;
    }
  }

  /** Ends whatever still runs and removes every trace. */
  async end(): Promise<void> {
    this.kill();
    await this.exited;
    await removeWorkFolder(this.folder);
  }
}
