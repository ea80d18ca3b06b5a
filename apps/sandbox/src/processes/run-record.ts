import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.js';
import { bootId, identify, isSameProcess } from './identity.js';
import type { ProcessIdentity } from './process-stat.js';
import { signalGroup, signalProcess } from './signals.js';

interface RecordedChild extends ProcessIdentity {
  readonly name: string;
  readonly stopSignal: NodeJS.Signals;
}

interface Run {
  readonly bootId: string;
  readonly launcher: ProcessIdentity;
  /** Whether the launcher was asked to end. It takes a moment to end. */
  readonly stopping: boolean;
  readonly children: readonly RecordedChild[];
}

const GRACE_MS = 10_000;
const ENDS_WITHIN_MS = 30_000;

/**
 * The processes of the present run, on disk, so that the next start recognises what a killed run left
 * running. A process is identified by pid and start time: a foreign process that got an old pid is never
 * ended.
 */
export class RunRecord {
  private readonly children = new Map<number, RecordedChild>();
  private stopping = false;

  constructor(private readonly file: string) {}

  /**
   * The launcher that already runs from this data folder, or undefined. Waits for a launcher that is
   * stopping, so that a new start right after Ctrl-C works.
   */
  async runningLauncher(): Promise<ProcessIdentity | undefined> {
    const last = this.lastRun();
    if (last === undefined) return undefined;
    for (let waited = 0; last.stopping && waited < ENDS_WITHIN_MS; waited += 50) {
      if (!isSameProcess(last.launcher)) break;
      await pause(50);
    }
    return isSameProcess(last.launcher) ? last.launcher : undefined;
  }

  /**
   * Stops every process that the last run left running, kills those that do not end, and returns their names.
   */
  async endOrphans(): Promise<string[]> {
    const orphans = (this.lastRun()?.children ?? []).filter(isSameProcess);
    await Promise.all(orphans.map(endOrphan));
    return orphans.map((orphan) => orphan.name);
  }

  /** Makes this process the launcher of the data folder. */
  open(): void {
    this.write();
  }

  add(child: Child): void {
    const { name, stopSignal = 'SIGTERM' } = child.command;
    this.children.set(child.pid, { ...child.identity, name, stopSignal });
    this.write();
    void child.exit.then(() => {
      this.children.delete(child.pid);
      if (existsSync(this.file)) this.write();
    });
  }

  /** Records that this launcher is stopping: a new start waits for it instead of refusing. */
  stop(): void {
    this.stopping = true;
    this.write();
  }

  /** Removes the record: no process of this run needs to be ended by the next start. */
  close(): void {
    rmSync(this.file, { force: true });
  }

  private lastRun(): Run | undefined {
    if (!existsSync(this.file)) return undefined;
    const run = JSON.parse(readFileSync(this.file, 'utf8')) as Run;
    return run.bootId === bootId() ? run : undefined;
  }

  private write(): void {
    const launcher = identify(process.pid);
    if (launcher === undefined) throw new Error('This process has no entry in /proc: is it mounted?');
    const children = [...this.children.values()];
    const run: Run = { bootId: bootId(), launcher, stopping: this.stopping, children };
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, JSON.stringify(run, null, 2));
    renameSync(`${this.file}.new`, this.file);
  }
}

async function endOrphan(orphan: RecordedChild): Promise<void> {
  signalProcess(orphan.pid, orphan.stopSignal);
  for (let waited = 0; waited < GRACE_MS && isSameProcess(orphan); waited += 50) await pause(50);
  if (isSameProcess(orphan)) signalGroup(orphan.pid, 'SIGKILL');
}
