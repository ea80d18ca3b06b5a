import { setTimeout as pause } from 'node:timers/promises';
import { Child } from './child.js';
import type { RunRecord } from './run-record.js';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** A process that ran this long is taken to be well: its next end is a first one again. */
const WELL_AFTER_MS = 60_000;

interface Part {
  readonly start: () => Promise<Child>;
  child: Child;
}

/** Keeps processes running: one that ends by itself is started again, later each time, and it is said so. */
export class Supervisor {
  private readonly stopping = new AbortController();

  constructor(
    private readonly record: RunRecord,
    private readonly say: (sentence: string) => void,
  ) {}

  /** Starts a process and waits until it is ready. @throws whatever its first start throws */
  async run(start: () => Promise<Child>): Promise<void> {
    const part: Part = { start, child: await start() };
    this.record.add(part.child);
    if (this.isStopping()) await part.child.stop();
    else void this.watch(part);
  }

  /** Ends everything, the youngest first, so that nobody loses what it still needs; also what is still starting. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const child of [...Child.living].reverse()) await child.stop();
  }

  /** For the impatient: ends everything at once. */
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
      const { code, signal } = await part.child.exit;
      if (this.isStopping()) return;
      if (Date.now() - since > WELL_AFTER_MS) delayMs = FIRST_DELAY_MS;
      const { name, logFile } = part.child.command;
      const how = signal ?? `status ${code ?? 'unknown'}`;
      this.say(`${name} ended (${how}); it is started again in ${delayMs / 1000} s. Its log: ${logFile}`);
      await pause(delayMs);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      await this.startAgain(part);
    }
  }

  private async startAgain(part: Part): Promise<void> {
    if (this.isStopping()) return;
    try {
      part.child = await part.start();
      this.record.add(part.child);
      this.say(`${part.child.command.name} runs again`);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
    if (this.isStopping()) await part.child.stop();
  }
}
