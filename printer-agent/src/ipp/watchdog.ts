export interface WatchdogLimits {
  /** How long an upload may stall before the printer is asked for the reason. */
  readonly quietMs: number;
  /** How long an upload may stall at most, even with an excuse. */
  readonly limitMs: number;
}

/**
 * Watches an upload that has no deadline: a printer without paper stops reading, sometimes for minutes. After
 * `quietMs` without progress, `isExcused` asks the printer. Without an excuse, or after `limitMs`, `onGiveUp`
 * is called once.
 */
export class Watchdog {
  private lastProgress = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly limits: WatchdogLimits,
    private readonly isExcused: () => Promise<boolean>,
    private readonly onGiveUp: (cause?: unknown) => void,
  ) {
    this.wait();
  }

  progress(): void {
    this.lastProgress = performance.now();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.probePrinter().catch((error: unknown) => this.onGiveUp(error));
    }, this.limits.quietMs);
  }

  private async probePrinter(): Promise<void> {
    const quietMs = () => performance.now() - this.lastProgress;
    const mayGoOn =
      quietMs() < this.limits.quietMs || (quietMs() < this.limits.limitMs && (await this.isExcused()));
    if (this.isStopped) return;
    if (mayGoOn) this.wait();
    else this.onGiveUp();
  }
}
