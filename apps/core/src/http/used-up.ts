/** More networks at a time than this are not remembered: the database still knows of them. */
const mostRemembered = 50_000;

/** Budgets that are used up, until their time is over. Times are milliseconds of a clock that only goes forward. */
export class UsedUp {
  private readonly untilMs = new Map<string, number>();

  /** Seconds for which the budget stays used up; 0 when that is not known of it. */
  secondsLeft(name: string, nowMs: number): number {
    const until = this.untilMs.get(name);
    if (until === undefined) return 0;
    if (until > nowMs) return Math.ceil((until - nowMs) / 1_000);
    this.untilMs.delete(name);
    return 0;
  }

  add(name: string, seconds: number, nowMs: number): void {
    if (this.untilMs.size >= mostRemembered) this.forgetOver(nowMs);
    if (this.untilMs.size < mostRemembered) this.untilMs.set(name, nowMs + seconds * 1_000);
  }

  forget(name: string): void {
    this.untilMs.delete(name);
  }

  private forgetOver(nowMs: number): void {
    for (const [name, until] of this.untilMs) if (until <= nowMs) this.untilMs.delete(name);
  }
}
