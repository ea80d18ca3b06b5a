import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identify } from './identity.js';
import type { ProcessIdentity } from './process-stat.js';
import { signalGroup, signalProcess } from './signals.js';

export interface ChildCommand {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Added to our own environment; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Everything the process prints is appended here. */
  readonly logFile: string;
  /** What asks it to end in good order; SIGTERM if not given. */
  readonly stopSignal?: NodeJS.Signals;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * A process of ours. It leads a process group of its own, so that Ctrl-C in a terminal does not reach it before we
 * stop it in order, and so that what it starts can be ended with it. It is asked to end when we ourselves die.
 */
export class Child {
  /** Every process of ours that has not ended, in the order of their starts, whether or not it is ready yet. */
  static readonly living = new Set<Child>();

  /** Settles once the process has ended, or could not be started at all. Never rejects. */
  readonly exit: Promise<ChildExit>;
  readonly identity: ProcessIdentity;
  private ended = false;

  private constructor(
    readonly command: ChildCommand,
    private readonly logStart: number,
    process: ReturnType<typeof spawn> & { pid: number },
  ) {
    this.identity = identify(process.pid) ?? { pid: process.pid, startTicks: -1 };
    this.exit = new Promise((resolve) => {
      process.once('exit', (code, signal) => {
        this.ended = true;
        Child.living.delete(this);
        resolve({ code, signal });
      });
    });
  }

  static start(command: ChildCommand): Child {
    mkdirSync(dirname(command.logFile), { recursive: true });
    const logStart = existsSync(command.logFile) ? statSync(command.logFile).size : 0;
    const log = openSync(command.logFile, 'a');
    const [program, ...args] = dyingWithUs(command);
    const child = spawn(program, args, {
      env: { ...process.env, ...command.env },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    if (child.pid === undefined) {
      // Node reports the reason later, as an event; the error below already says what the reader can do.
      child.once('error', () => undefined);
      throw new Error(`${command.name} could not be started: ${program} does not exist or may not be run.`);
    }
    const started = new Child(command, logStart, child as typeof child & { pid: number });
    Child.living.add(started);
    return started;
  }

  get pid(): number {
    return this.identity.pid;
  }

  get running(): boolean {
    return !this.ended;
  }

  /** What this very process has printed so far; the log file may begin with earlier ones. */
  log(): string {
    return readFileSync(this.command.logFile).subarray(this.logStart).toString('utf8');
  }

  /** Kills it and everything it started, as a crash would, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.running) signalGroup(this.pid, 'SIGKILL');
    await this.exit;
  }

  /** Asks it to end in good order, then kills what is left of its process group after the grace. */
  async stop(graceMs = 10_000): Promise<ChildExit> {
    if (this.running) {
      signalProcess(this.pid, this.command.stopSignal ?? 'SIGTERM');
      await Promise.race([this.exit, pause(graceMs, undefined, { ref: false })]);
    }
    signalGroup(this.pid, 'SIGKILL');
    return this.exit;
  }
}

/** setpriv(1) has the kernel signal the process when we die, however we die. Every Debian machine has it. */
function dyingWithUs({ program, args, stopSignal }: ChildCommand): [string, ...string[]] {
  const setpriv = '/usr/bin/setpriv';
  if (!existsSync(setpriv)) return [program, ...args];
  return [setpriv, '--pdeathsig', (stopSignal ?? 'SIGTERM').replace('SIG', ''), program, ...args];
}
