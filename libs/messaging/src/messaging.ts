import { jetstream, jetstreamManager, type JetStreamClient } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { events, type EventOf, type Subject } from '@sixpence/contracts/events/events';
import type { Logger } from 'pino';
import { Consumption, type Consumer } from './consumption.js';
import { makeStream, streamName } from './stream.js';

export interface MessagingOptions {
  url: string;
  /** Shown by the server's monitoring; the name of the process. */
  name: string;
  logger: Logger;
}

/**
 * The one door to NATS: facts go out to the JetStream stream `SIXPENCE` (subjects `print.>`), durable consumers and
 * plain listeners take them in. The connection is kept for ever: a server that is away only adds latency.
 */
export class Messaging {
  private readonly consumptions: { stop(): Promise<void> }[] = [];
  private readonly durables = new Set<string>();

  private constructor(
    private readonly connection: NatsConnection,
    private readonly stream: JetStreamClient,
    private readonly logger: Logger,
  ) {}

  /** Waits for the server, then makes the stream if it is missing. */
  static async connect(options: MessagingOptions): Promise<Messaging> {
    const connection = await connect({
      servers: options.url,
      name: options.name,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 5_000,
      maxPingOut: 2,
    });
    return new Messaging(connection, jetstream(connection, { timeout: 3_000 }), options.logger);
  }

  /**
   * Makes the stream when it is missing, as on a first start or after the server forgot everything.
   * @returns the moment it was made: whoever keeps the truth publishes it again into a stream they do not know,
   *   whichever process made it
   */
  async ensureStream(): Promise<string> {
    return makeStream(await jetstreamManager(this.connection, { timeout: 3_000 }));
  }

  /**
   * Publishes one fact and waits until the stream has it on disk. `id` is what makes a repeat harmless within the
   * stream's window of two minutes; beyond it consumers' unique keys do.
   * @throws when the server does not confirm within 3 seconds
   */
  async publish<S extends Subject>(subject: S, body: EventOf<S>, id: string): Promise<void> {
    await this.stream.publish(subject, JSON.stringify(body), { msgID: id, expect: { streamName } });
  }

  /**
   * Starts a durable consumer; every process that names the same `durable` shares its work.
   * @throws Error when this process already has a handler for it
   */
  consume<S extends Subject>(consumer: Consumer<S>): void {
    if (this.durables.has(consumer.durable)) throw new Error(`Two handlers for consumer ${consumer.durable}`);
    this.durables.add(consumer.durable);
    const consumption = new Consumption(consumer, {
      connection: this.connection,
      logger: this.logger,
      onStreamMissing: async () => {
        await this.ensureStream();
      },
    });
    this.consumptions.push(consumption);
    consumption.start();
  }

  /**
   * Hears a fact as it passes, in every process that listens, with no promise of delivery: for news to sockets whose
   * other end asks again when it reconnects.
   */
  listen<S extends Subject>(subject: S, handler: (body: EventOf<S>) => Promise<void>): void {
    this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) {
          this.logger.error({ err: error, subject }, 'listening failed');
          return;
        }
        const parsed = events[subject].safeParse(message.json());
        if (!parsed.success) {
          this.logger.error({ err: parsed.error, subject }, 'a fact does not match its contract');
          return;
        }
        handler(parsed.data as EventOf<S>).catch((failure: unknown) => {
          this.logger.error({ err: failure, subject }, 'passing news on failed');
        });
      },
    });
  }

  /** @throws when the server does not answer within a second */
  async check(): Promise<void> {
    const deadline = AbortSignal.timeout(1_000);
    await Promise.race([
      this.connection.rtt(),
      new Promise<never>((_, reject) => {
        deadline.addEventListener('abort', () => {
          reject(new Error('NATS does not answer'));
        });
      }),
    ]);
  }

  /** Ends taking new messages, lets handlers finish, then closes. */
  async drain(): Promise<void> {
    await Promise.all(this.consumptions.map((consumption) => consumption.stop()));
    await Promise.race([
      this.connection.drain(),
      new Promise((resolve) => setTimeout(resolve, 2_000).unref()),
    ]);
    await this.connection.close();
  }
}
