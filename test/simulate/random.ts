/** Pseudo-random numbers, reproducible by the seed (mulberry32). */
export class Random {
  private made = 0;
  private state: number;

  constructor(private readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to below 1. */
  share(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `from` to `to`, inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.share() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, rank: this.share() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item);
  }

  /** An id that no other seed makes, so that many seeds can share one database. */
  uuid(): string {
    this.made += 1;
    const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
    return `${hex(this.seed, 8)}-0000-4000-8000-${hex(this.made, 12)}`;
  }
}
