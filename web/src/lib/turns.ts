/** Runs a limited number of actions at a time. The others wait in order of arrival. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atATime: number) {
    this.free = atATime;
  }

  /**
   * Runs the action as soon as one of the limited places is free, and gives the place back when it ends or
   * fails.
   * @throws the signal's reason when it is aborted before the action starts; the error of the action
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
