/** Lets no more than so many actions run at a time; the others wait, first come, first served. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atATime: number) {
    this.free = atATime;
  }

  /**
   * Runs the action when its turn has come, and gives the place on when it has ended, well or not.
   * @throws the signal's reason when it is aborted before its turn, which is then nobody's; whatever the action throws
   */
  async take<Answer>(action: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    await this.turn(signal);
    try {
      signal.throwIfAborted();
      return await action();
    } finally {
      this.giveOn();
    }
  }

  private async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const come = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(come), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(come);
    });
  }

  private giveOn(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
