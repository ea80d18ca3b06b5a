import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { mostWaits } from './payment-limits.js';

const retryAfterSeconds = 2;

/**
 * Limits how many calls of one person wait for the provider, so that slow answers do not fill the service.
 */
@Injectable()
export class ProviderWaits {
  /** The number of waiting calls, by person. */
  private readonly waiting = new Map<string, number>();

  /** @throws Refusal `request.too-many` when `mostWaits` calls of this person are waiting */
  async runLimited<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const calls = this.waiting.get(owner) ?? 0;
    if (calls >= mostWaits) throw new Refusal('request.too-many', undefined, retryAfterSeconds);
    this.waiting.set(owner, calls + 1);
    try {
      return await work();
    } finally {
      const remaining = (this.waiting.get(owner) ?? 1) - 1;
      if (remaining === 0) this.waiting.delete(owner);
      else this.waiting.set(owner, remaining);
    }
  }
}
