/** Runs a limited number of actions at a time. The others wait in order of arrival. */
export class ConcurrencyLimit {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atATime: number) {
    this.free = atATime;
  }

  /**
   * Runs the action as soon as one of the slots is free, and frees the slot when the action ends or fails.
   * @throws the signal's reason when it is aborted before the action starts; the error of the action
   */
  async run<Answer>(action: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    await this.waitForSlot(signal);
    try {
      signal.throwIfAborted();
      return await action();
    } finally {
      this.freeSlot();
    }
  }

  private async waitForSlot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(start);
    });
  }

  private freeSlot(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
