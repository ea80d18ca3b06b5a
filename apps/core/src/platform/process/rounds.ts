interface Round {
  everyMs: number;
  work: () => Promise<void>;
  /** Hears of a round that failed; the next one tries again. */
  failed: (error: unknown) => void;
}

/** Does the same again and again, one round at a time. */
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

  /** Lets no further round begin, and waits for the end of the present one. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
