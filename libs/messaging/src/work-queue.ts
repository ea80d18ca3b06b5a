import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { streamName } from './stream.js';
import { nanosPerSecond, type work } from './work.js';

/** One delivery of a message, as whoever handles it answers it. */
export interface Delivery {
  readonly info: { readonly deliveryCount: number };
  json(): unknown;
  string(): string;
  /** It is being worked on: the server gives it to nobody else for a while more. */
  working(): void;
  /** It is done; resolves when the server has noted that. */
  ackAck(): Promise<unknown>;
  /** It is not done, and is to come again after so many milliseconds. */
  nak(delayMs?: number): void;
}

/** Where the next message of a durable consumer comes from. */
export interface Queue {
  /** Waits for it as many milliseconds as `expires` says; null when there was none. */
  next(waiting: { expires: number }): Promise<Delivery | null>;
}

/** What the server says in the place of a message when there is none in time. */
const nothingThere = [404, 408];
/** An answer may be on its way for this long after the server's time for it is over. */
const lateMs = 2_000;

/**
 * A consumer made by core, for a process that may do nothing but take from it and answer: even to ask whether it is there
 * would be a question to core's account, of which the server answers only these two.
 */
export class WorkQueue implements Queue {
  constructor(
    private readonly connection: NatsConnection,
    private readonly durable: keyof typeof work,
  ) {}

  /** @throws Error when the server has no such consumer (yet), or is away */
  async next({ expires }: { expires: number }): Promise<Delivery | null> {
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${streamName}.${this.durable}`;
    const wanted = JSON.stringify({ batch: 1, expires: (expires / 1_000) * nanosPerSecond });
    // The message comes under its own subject, by which the connection's shared inbox could not tell what it answers.
    const options = { timeout: expires + lateMs, noMux: true };
    const answer = await this.connection.request(subject, wanted, options);
    const { code = 0, description = '' } = answer.headers ?? {};
    if (code === 0) return new WorkDelivery(this.connection, answer);
    if (nothingThere.includes(code)) return null;
    throw new Error(`NATS hands out no work: ${code} ${description}`);
  }
}

/** Answered in the words of https://docs.nats.io/reference/reference-protocols/nats_api_reference (acknowledging). */
class WorkDelivery implements Delivery {
  readonly info: { readonly deliveryCount: number };
  private readonly answers: string;

  constructor(
    private readonly connection: NatsConnection,
    private readonly message: Msg,
  ) {
    this.answers = message.reply ?? '';
    // $JS.ACK.<stream>.<consumer>.<deliveries>.…
    this.info = { deliveryCount: Number(this.answers.split('.')[4]) };
  }

  json(): unknown {
    return this.message.json();
  }

  string(): string {
    return this.message.string();
  }

  working(): void {
    this.connection.publish(this.answers, '+WPI');
  }

  ackAck(): Promise<unknown> {
    return this.connection.request(this.answers, '+ACK', { timeout: 3_000 });
  }

  nak(delayMs = 0): void {
    const delay = Math.round((delayMs / 1_000) * nanosPerSecond);
    this.connection.publish(this.answers, `-NAK ${JSON.stringify({ delay })}`);
  }
}
