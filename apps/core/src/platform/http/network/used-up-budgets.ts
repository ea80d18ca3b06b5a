/** The most budgets that are remembered. The count of every other budget is read at each try. */
const mostRemembered = 50_000;

interface Remembered {
  /** The end of the budget's time window. */
  untilMs: number;
  /** The time at which the count must be read again. */
  readAgainMs: number;
}

/**
 * Remembers budgets that are used up, until their count must be read again. Times are milliseconds of a
 * monotonic clock.
 */
export class UsedUpBudgets {
  private readonly budgets = new Map<string, Remembered>();

  /** Seconds until the budget's time window ends; 0 when the budget is not remembered. */
  secondsLeft(name: string, nowMs: number): number {
    const budget = this.budgets.get(name);
    if (budget === undefined) return 0;
    if (budget.readAgainMs > nowMs) return Math.ceil((budget.untilMs - nowMs) / 1_000);
    this.budgets.delete(name);
    return 0;
  }

  /** @param rememberedSeconds how long it is remembered, at most `seconds` */
  add(name: string, seconds: number, nowMs: number, rememberedSeconds = seconds): void {
    if (this.budgets.size >= mostRemembered) this.forgetExpired(nowMs);
    if (this.budgets.size >= mostRemembered) return;
    const readAgainMs = nowMs + Math.min(seconds, rememberedSeconds) * 1_000;
    this.budgets.set(name, { untilMs: nowMs + seconds * 1_000, readAgainMs });
  }

  forget(name: string): void {
    this.budgets.delete(name);
  }

  private forgetExpired(nowMs: number): void {
    for (const [name, { readAgainMs }] of this.budgets) if (readAgainMs <= nowMs) this.budgets.delete(name);
  }
}
