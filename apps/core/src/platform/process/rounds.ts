interface Round {
  everyMs: number;
  work: () => Promise<void>;
  /** Receives the error of a failed round. The next round retries. */
  failed: (error: unknown) => void;
}

/** Runs `work` every `everyMs`; skips a round while the earlier one is still running. */
export class Rounds {
  private running: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor({ everyMs, work, failed }: Round) {
    this.timer = setInterval(() => {
      this.running ??= work()
        .catch(failed)
        .finally(() => {
          this.running = undefined;
        });
    }, everyMs).unref();
  }

  /** Stops the timer and waits for the running round. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
