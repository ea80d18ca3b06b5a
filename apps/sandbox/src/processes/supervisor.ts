import { setTimeout as pause } from 'node:timers/promises';
import { Child } from './child.js';
import type { RunRecord } from './run-record.js';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/**
 * A process that ran this long counts as healthy: if it ends later, its restart delays begin with the
 * shortest again.
 */
const HEALTHY_AFTER_MS = 60_000;

interface Part {
  readonly start: () => Promise<Child>;
  child: Child;
  /** The last start of this part; the next start waits for it. */
  starting: Promise<void>;
}

/**
 * Keeps processes running: restarts a process that ended by itself, after a longer delay each time, and
 * reports it.
 */
export class Supervisor {
  private readonly stopping = new AbortController();
  private readonly parts: Part[] = [];

  constructor(
    private readonly record: RunRecord,
    private readonly report: (sentence: string) => void,
  ) {}

  /**
   * Starts a process and waits until it is ready.
   * @throws the error of its first start
   */
  async run(start: () => Promise<Child>): Promise<void> {
    const part: Part = { start, child: await start(), starting: Promise.resolve() };
    this.parts.push(part);
    this.record.add(part.child);
    if (this.isStopping()) await part.child.stop();
    else void this.watch(part);
  }

  /**
   * Stops the process of this name and starts it again.
   * @returns whether it runs; a process that does not start is retried later
   */
  async restart(name: string): Promise<boolean> {
    const part = this.parts.find(({ child }) => child.command.name === name);
    if (part === undefined) throw new Error(`No process here is called ${name}.`);
    return this.afterPreviousStart(part, async () => {
      await part.child.stop();
      return this.startAgain(part);
    });
  }

  /**
   * Stops every process, also those that are still starting. The youngest comes first, because it may need
   * the older ones.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const child of [...Child.living].reverse()) await child.stop();
  }

  /** Kills every process at once: for a second Ctrl-C. */
  async kill(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...Child.living].map((child) => child.kill()));
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async watch(part: Part): Promise<void> {
    let delayMs = FIRST_DELAY_MS;
    for (;;) {
      const since = Date.now();
      const { child } = part;
      const { code, signal } = await child.exit;
      await part.starting;
      if (this.isStopping()) return;
      if (part.child !== child) continue;
      if (Date.now() - since > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      const { name, logFile } = child.command;
      const how = signal ?? `status ${code ?? 'unknown'}`;
      this.report(`${name} ended (${how}); it is started again in ${delayMs / 1000} s. Its log: ${logFile}`);
      await pause(delayMs);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      await this.afterPreviousStart(part, async () => {
        if (part.child.running) return;
        if (await this.startAgain(part)) this.report(`${name} runs again`);
      });
    }
  }

  private async afterPreviousStart<T>(part: Part, work: () => Promise<T>): Promise<T> {
    const mine = part.starting.then(work);
    part.starting = mine.then(() => undefined);
    return mine;
  }

  private async startAgain(part: Part): Promise<boolean> {
    if (this.isStopping()) return false;
    try {
      part.child = await part.start();
      this.record.add(part.child);
    } catch (error) {
      this.report(error instanceof Error ? error.message : String(error));
      return false;
    }
    if (this.isStopping()) await part.child.stop();
    return part.child.running;
  }
}
