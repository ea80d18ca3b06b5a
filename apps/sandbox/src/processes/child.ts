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
  /** Added to our own environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The process's output is appended here. */
  readonly logFile: string;
  /** The signal for a clean stop; SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * A process of ours. It leads its own process group: Ctrl-C in a terminal does not reach it before we stop it
 * in order, and its own children can be killed with it. It is asked to end when our process dies.
 */
export class Child {
  /** Every process of ours that has not ended, in the order of their starts, ready or not. */
  static readonly living = new Set<Child>();

  /** Settles once the process has ended, or could not be started. Never rejects. */
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
    const [program, ...args] = withDeathSignal(command);
    const child = spawn(program, args, {
      env: { ...process.env, ...command.env },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    if (child.pid === undefined) {
      // Node reports the reason later, as an event. The error below already tells the reader what to do.
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

  /** The output of this process. The log file may begin with the output of earlier ones. */
  log(): string {
    return readFileSync(this.command.logFile).subarray(this.logStart).toString('utf8');
  }

  /** Kills it with its whole process group, as a crash would, and waits until it has ended. */
  async kill(): Promise<void> {
    if (this.running) signalGroup(this.pid, 'SIGKILL');
    await this.exit;
  }

  /** Asks it to end. After the grace period, kills the rest of its process group. */
  async stop(graceMs = 10_000): Promise<ChildExit> {
    if (this.running) {
      signalProcess(this.pid, this.command.stopSignal ?? 'SIGTERM');
      await Promise.race([this.exit, pause(graceMs, undefined, { ref: false })]);
    }
    signalGroup(this.pid, 'SIGKILL');
    return this.exit;
  }
}

/** setpriv(1) makes the kernel signal the process when we die for any reason. Every Debian machine has it. */
function withDeathSignal({ program, args, stopSignal }: ChildCommand): [string, ...string[]] {
  const setpriv = '/usr/bin/setpriv';
  if (!existsSync(setpriv)) return [program, ...args];
  return [setpriv, '--pdeathsig', (stopSignal ?? 'SIGTERM').replace('SIG', ''), program, ...args];
}
