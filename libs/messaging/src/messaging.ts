import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { events, type EventOf, type Subject } from '@sixpence/contracts/events/events';
import type { Logger } from 'pino';
import type { NatsAccess } from './access.js';
import { Consumption, type Consumer } from './consumption.js';
import { makeStream, streamName } from './stream.js';
import { makeWork } from './work.js';

export interface MessagingOptions {
  access: NatsAccess;
  /**
   * The name of the process, which the server's monitoring shows. Answers come to inboxes of this name, so that the
   * server can keep each process to its own.
   */
  name: string;
  logger: Logger;
}

const answerWithinMs = 3_000;
const drainWithinMs = 2_000;
/** A consumer of others that the server lost is there again so soon. */
const workAgainMs = 5_000;

/**
 * The one door to NATS: facts go out to the JetStream stream `SIXPENCE` (subjects `print.>`), durable consumers and
 * plain listeners take them in. The connection is kept for ever: a server that is away only adds latency.
 */
export class Messaging {
  private readonly consumptions: { stop(): Promise<void> }[] = [];
  private readonly durables = new Set<string>();

  /** When others' consumers were last made, and of which stream. */
  private work: { of: string; madeAtMs: number } | undefined;
  private connected: NatsConnection | undefined;
  private readonly connecting: Promise<NatsConnection>;

  /** Begins to connect, and goes on trying: whoever needs the server waits, everybody else does not. */
  constructor(private readonly options: MessagingOptions) {
    this.connecting = this.connect();
    this.connecting.catch((error: unknown) => {
      options.logger.fatal({ err: error }, 'NATS refuses this process for good');
    });
  }

  /** Resolves when the server has answered for the first time. */
  async ready(): Promise<void> {
    await this.connecting;
  }

  /**
   * Makes the stream when it is missing, as on a first start or after the server forgot everything, and the consumers
   * that other processes take their work from.
   * @returns when it was made. Whoever keeps the truth compares that with the stream they know, and publishes everything
   *   again into another one, whichever process made it
   * @throws when the server is away
   */
  async ensureStream(): Promise<string> {
    const manager = await jetstreamManager(this.connection, { timeout: answerWithinMs });
    const created = await makeStream(manager);
    const isKnown = created === this.work?.of && performance.now() - this.work.madeAtMs < workAgainMs;
    if (!isKnown) {
      await makeWork(manager);
      this.work = { of: created, madeAtMs: performance.now() };
    }
    return created;
  }

  /**
   * Publishes one fact and waits until the stream has it on disk. The stream drops a repeat of the same `id` for two
   * minutes; later repeats are harmless because of the consumers' unique keys.
   * @throws when the server is away, does not confirm within 3 seconds, or the stream is full
   */
  async publish<S extends Subject>(subject: S, body: EventOf<S>, id: string): Promise<void> {
    const stream = jetstream(this.connection, { timeout: answerWithinMs });
    await stream.publish(subject, JSON.stringify(body), { msgID: id, expect: { streamName } });
  }

  /**
   * Starts a durable consumer; every process that names the same `durable` shares its work.
   * @throws Error when this process already has a handler for it
   */
  consume<S extends Subject>(consumer: Consumer<S>): void {
    if (this.durables.has(consumer.durable)) throw new Error(`Two handlers for consumer ${consumer.durable}`);
    this.durables.add(consumer.durable);
    const consumption = new Consumption(consumer, {
      connection: this.connecting,
      logger: this.options.logger,
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
    const { logger } = this.options;
    const failed = (error: unknown) => {
      logger.error({ err: error, subject }, 'news could not be passed on');
    };
    void this.connecting.then((connection) => {
      connection.subscribe(subject, {
        callback: (error, message) => {
          const parsed = error ? { success: false, error } : events[subject].safeParse(message.json());
          if ('data' in parsed) handler(parsed.data as EventOf<S>).catch(failed);
          else failed(parsed.error);
        },
      });
    }, failed);
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

  /** Ends taking new messages, lets handlers finish, then closes, whether or not the server is there to hear of it. */
  async drain(): Promise<void> {
    await Promise.all(this.consumptions.map((consumption) => consumption.stop()));
    if (!this.connected) return;
    const drained = this.connected.drain().catch((error: unknown) => {
      this.options.logger.warn(
        { err: error },
        'NATS was away when this process ended; what it had not confirmed will be delivered again',
      );
    });
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, drainWithinMs).unref())]);
    await this.connected.close();
  }

  private get connection(): NatsConnection {
    if (!this.connected) throw new Error('NATS has not answered yet');
    return this.connected;
  }

  private async connect(): Promise<NatsConnection> {
    this.connected = await connect({
      ...this.options.access,
      name: this.options.name,
      inboxPrefix: `_INBOX.${this.options.name}`,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 5_000,
      maxPingOut: 2,
    });
    return this.connected;
  }
}
