import { backOffMs } from '../link/back-off.js';
import type { PrintLimits } from './limits.js';

type Wait = 'busy' | 'no-answer' | 'document';
type Limits = Pick<
  PrintLimits,
  'busyFirstMs' | 'busyMostMs' | 'busyInAllMs' | 'unreachableMs' | 'documentMs' | 'documentRetryMs'
>;

/** Limits how long a job that has not begun to print waits for the printer or for core in total. */
export class Patience {
  private readonly began = new Map<Wait, number>();
  private readonly tries = new Map<Wait, number>();

  constructor(private readonly limits: Limits) {}

  /** @returns milliseconds before the next try; undefined when the limit is reached */
  nextWait(wait: Wait, at: number): number | undefined {
    const tries = this.tries.get(wait) ?? 0;
    const began = this.began.get(wait) ?? at;
    this.tries.set(wait, tries + 1);
    this.began.set(wait, began);
    switch (wait) {
      case 'no-answer':
        return this.limits.unreachableMs[tries];
      case 'busy': {
        const waits = { firstMs: this.limits.busyFirstMs, mostMs: this.limits.busyMostMs };
        return at - began < this.limits.busyInAllMs ? backOffMs(tries, waits, 1) : undefined;
      }
      case 'document':
        return at - began < this.limits.documentMs ? this.limits.documentRetryMs : undefined;
    }
  }
}
