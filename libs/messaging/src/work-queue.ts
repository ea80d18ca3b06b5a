import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { streamName } from './stream.js';
import { nanosPerSecond, type work } from './work.js';

/** One delivery of a message, with the answers that its handler can give. */
export interface Delivery {
  readonly info: { readonly deliveryCount: number };
  json(): unknown;
  string(): string;
  /** Work in progress: the server delays redelivery to another process. */
  working(): void;
  /** Done; resolves when the server has stored that. */
  ackAck(): Promise<unknown>;
  /** Not done: the server redelivers the message after this delay. */
  nak(delayMs?: number): void;
}

/** The source of a durable consumer's messages. */
export interface Queue {
  /** Waits at most `expires` milliseconds for the next message; null when there was none. */
  next(waiting: { expires: number }): Promise<Delivery | null>;
}

/** The server's status codes for "no message in time". */
const nothingThere = [404, 408];
/** The time for an answer to arrive after the server's own deadline. */
const answerMarginMs = 2_000;

/**
 * A consumer that core created, for a process whose NATS account may only fetch messages and acknowledge
 * them. Such an account may not even ask whether the consumer exists.
 */
export class WorkQueue implements Queue {
  constructor(
    private readonly connection: NatsConnection,
    private readonly durable: keyof typeof work,
  ) {}

  /** @throws Error when the server has no such consumer (yet), or during an outage */
  async next({ expires }: { expires: number }): Promise<Delivery | null> {
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${streamName}.${this.durable}`;
    const body = JSON.stringify({ batch: 1, expires: (expires / 1_000) * nanosPerSecond });
    // The message arrives under its own subject, so the connection's shared inbox could not match it to this
    // request.
    const options = { timeout: expires + answerMarginMs, noMux: true };
    const answer = await this.connection.request(subject, body, options);
    const { code = 0, description = '' } = answer.headers ?? {};
    if (code === 0) return new WorkDelivery(this.connection, answer);
    if (nothingThere.includes(code)) return null;
    throw new Error(`NATS hands out no work: ${code} ${description}`);
  }
}

/** Acknowledges by https://docs.nats.io/reference/reference-protocols/nats_api_reference. */
class WorkDelivery implements Delivery {
  readonly info: { readonly deliveryCount: number };
  /** The subject to which acknowledgements are sent. */
  private readonly ackSubject: string;

  constructor(
    private readonly connection: NatsConnection,
    private readonly message: Msg,
  ) {
    this.ackSubject = message.reply ?? '';
    // $JS.ACK.<stream>.<consumer>.<deliveries>.…
    this.info = { deliveryCount: Number(this.ackSubject.split('.')[4]) };
  }

  json(): unknown {
    return this.message.json();
  }

  string(): string {
    return this.message.string();
  }

  working(): void {
    this.connection.publish(this.ackSubject, '+WPI');
  }

  ackAck(): Promise<unknown> {
    return this.connection.request(this.ackSubject, '+ACK', { timeout: 3_000 });
  }

  nak(delayMs = 0): void {
    const delay = Math.round((delayMs / 1_000) * nanosPerSecond);
    this.connection.publish(this.ackSubject, `-NAK ${JSON.stringify({ delay })}`);
  }
}
