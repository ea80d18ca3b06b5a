/** More networks at a time than this are not remembered: the database still knows of them. */
const mostRemembered = 50_000;

interface Remembered {
  /** The end of the budget's time. */
  untilMs: number;
  /** When the count itself has to be read again. */
  readAgainMs: number;
}

/** Budgets that are used up, until their count is read again. Times are milliseconds of a clock that only goes forward. */
export class UsedUp {
  private readonly budgets = new Map<string, Remembered>();

  /** Seconds for which the budget stays used up; 0 when that is not known of it. */
  secondsLeft(name: string, nowMs: number): number {
    const budget = this.budgets.get(name);
    if (budget === undefined) return 0;
    if (budget.readAgainMs > nowMs) return Math.ceil((budget.untilMs - nowMs) / 1_000);
    this.budgets.delete(name);
    return 0;
  }

  /** @param rememberedSeconds how long this process goes by its memory, the budget's time at most */
  add(name: string, seconds: number, nowMs: number, rememberedSeconds = seconds): void {
    if (this.budgets.size >= mostRemembered) this.forgetOver(nowMs);
    if (this.budgets.size >= mostRemembered) return;
    const readAgainMs = nowMs + Math.min(seconds, rememberedSeconds) * 1_000;
    this.budgets.set(name, { untilMs: nowMs + seconds * 1_000, readAgainMs });
  }

  forget(name: string): void {
    this.budgets.delete(name);
  }

  private forgetOver(nowMs: number): void {
    for (const [name, { readAgainMs }] of this.budgets) if (readAgainMs <= nowMs) this.budgets.delete(name);
  }
}
