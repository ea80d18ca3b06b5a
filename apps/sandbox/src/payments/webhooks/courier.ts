import type Stripe from 'stripe';
import type { Book } from '../book/book.js';
import { signed, type Flaw } from './signed.js';

const answerWithinMs = 20_000;
const firstPauseMs = 500;
const longestPauseMs = 300_000;
const mostTries = 20;
const deliveredWithinSeconds = 24 * 3_600;

/** How events are delivered: sent at once, held until a test sends them, or lost. */
export interface Delivery {
  readonly events: 'sent' | 'held' | 'lost';
  /** How many times each event is sent. Stripe may send an event twice. */
  readonly copies: number;
  readonly delayMs: number;
}

/** Sends the events to the merchant, and retries until it answers with success. */
export class Courier {
  delivery: Delivery = { events: 'sent', copies: 1, delayMs: 0 };
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly book: Book,
    private readonly secret: string,
    /** The merchant's address; no event is sent while it is undefined. */
    public address: string | undefined,
  ) {
    book.onEvent((event) => this.deliver(event));
  }

  /** Resumes the undelivered events of an earlier run. */
  resume(): void {
    const oldest = this.book.now - deliveredWithinSeconds;
    for (const event of this.book.all('event').reverse()) {
      if (event.pending_webhooks > 0 && event.created > oldest) this.deliver(event);
    }
  }

  /**
   * Sends an event immediately and without copies, with a flaw if asked.
   * @returns the status of the answer
   */
  async send(event: Stripe.Event, flaw?: Flaw): Promise<number> {
    if (this.address === undefined) throw new Error('There is no address for webhooks yet.');
    const answer = await fetch(this.address, {
      method: 'POST',
      ...signed(event, this.secret, flaw),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private deliver(event: Stripe.Event): void {
    const { events, copies, delayMs } = this.delivery;
    if (events !== 'sent' || this.address === undefined) return;
    for (let copy = 0; copy < copies; copy += 1) this.schedule(delayMs, () => this.tryDelivery(event, 1));
  }

  private async tryDelivery(event: Stripe.Event, tries: number): Promise<void> {
    const status = await this.send(event).catch(() => 0);
    if (status >= 200 && status < 300) {
      this.book.keep({ ...event, pending_webhooks: 0 });
      return;
    }
    if (tries >= mostTries) return;
    const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
    this.schedule(pauseMs, () => this.tryDelivery(event, tries + 1));
  }

  private schedule(pauseMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void work();
    }, pauseMs);
    this.timers.add(timer.unref());
  }
}
