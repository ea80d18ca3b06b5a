import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import {
  allNewsFor,
  newsSubject,
  readNews,
  type Addressee,
  type NewsBody,
  type NewsFor,
  type NewsKind,
} from '@sixpence/contracts/events/news';
import type { Logger } from 'pino';
import type { NatsAccess } from './access.js';
import { Consumption, type Consumer } from './consumption.js';
import { makeRoom } from './room.js';
import { makeStream, streamName } from './stream.js';
import { makeWork, work } from './work.js';

export interface MessagingOptions {
  access: NatsAccess;
  /**
   * The name of the process, which the server's monitoring shows. It is also the prefix of the process's
   * inboxes, so that the server can restrict each process to its own.
   */
  name: string;
  logger: Logger;
}

/** An active subscription to news. */
export interface Hearing {
  /**
   * Resolves when the server has the subscription, so that no change after a later query is missed. During an
   * outage it resolves after half a second.
   */
  readonly ready: Promise<void>;
  stop(): void;
}

const answerWithinMs = 3_000;
const hearingWithinMs = 500;
/** The most news that waits during an outage of the server. Further news is lost. */
const mostUnsent = 10_000;
const drainWithinMs = 2_000;
/** The interval after which consumers of other processes are created again, in case the server lost them. */
const workAgainMs = 5_000;

/**
 * The only access to NATS. Facts go to the JetStream stream `SIXPENCE` (subjects `print.>`), and durable
 * consumers read them from it. News (`news.>`) goes over plain NATS without a stream. The connection is
 * retried for ever, so an outage of the server only adds latency.
 */
export class Messaging {
  private readonly consumptions: { stop(): Promise<void> }[] = [];
  private readonly durables = new Set<string>();

  /** When the consumers of other processes were last created, and on which stream. */
  private lastWork: { streamCreated: string; madeAtMs: number } | undefined;
  private connected: NatsConnection | undefined;
  private readonly connecting: Promise<NatsConnection>;
  private isAway = true;
  /** News for the end of an outage, without duplicates. */
  private readonly unsent = new Map<string, { subject: string; body: string }>();

  /** Starts to connect and retries for ever. Only calls that need the server wait for it. */
  constructor(private readonly options: MessagingOptions) {
    this.connecting = this.connect();
    this.connecting.catch((error: unknown) => {
      options.logger.fatal({ err: error }, 'NATS refuses this process for good');
    });
  }

  /** Resolves after the server's first answer. */
  async ready(): Promise<void> {
    await this.connecting;
  }

  /**
   * Creates the stream when it is missing, as on a first start or after the server lost its data, and the
   * consumers from which other processes take their work. Purges a stream that is nearly full.
   * @returns the time of the stream's creation. The process that owns the outbox compares it with the stream
   * that it knows, and publishes everything again into a new stream, whichever process created it
   * @throws during an outage of the server
   */
  async ensureStream(): Promise<string> {
    const manager = await jetstreamManager(this.connection, { timeout: answerWithinMs });
    const stream = await makeStream(manager);
    await makeRoom(manager, stream, [...this.durables, ...Object.keys(work)]).catch((error: unknown) => {
      this.options.logger.warn({ err: error }, 'purging a stream that is nearly full failed');
    });
    const { created } = stream;
    const isKnown =
      created === this.lastWork?.streamCreated && performance.now() - this.lastWork.madeAtMs < workAgainMs;
    if (!isKnown) {
      await makeWork(manager);
      this.lastWork = { streamCreated: created, madeAtMs: performance.now() };
    }
    return created;
  }

  /**
   * Publishes one fact and waits until the stream has it on disk. The stream drops a repetition of the same
   * `id` for two minutes. Later repetitions are harmless because of the consumers' unique keys.
   * @throws during an outage of the server, without a confirmation within 3 seconds, or when the stream is
   * full
   */
  async publish<S extends Subject>(subject: S, body: EventOf<S>, id: string): Promise<void> {
    const stream = jetstream(this.connection, { timeout: answerWithinMs });
    await stream.publish(subject, JSON.stringify(body), { msgID: id, expect: { streamName } });
  }

  /**
   * Starts a durable consumer. All processes with the same `durable` share its work.
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
   * Sends news to its current subscribers, or keeps it until the end of an outage. Never throws: lost news
   * only delays a screen.
   */
  tellNews<K extends NewsKind>(kind: K, body: NewsBody<K>): void {
    this.publishNews(newsSubject(kind, body), JSON.stringify(body));
  }

  /**
   * Receives the news for one addressee until it is stopped. News may be lost during an outage: `onReturn`
   * says when to query again.
   */
  hearNews<A extends Addressee>(whom: A, id: string, receive: (news: NewsFor<A>) => void): Hearing {
    let subscription: Subscription | undefined;
    let stopped = false;
    const subscribing = this.connecting.then(async (connection) => {
      if (stopped) return;
      subscription = connection.subscribe(allNewsFor(whom, id), {
        callback: (error, message) => {
          const news = error ? undefined : readNews(message.subject, readJson(message));
          if (news) receive(news as NewsFor<A>);
          else this.options.logger.warn({ err: error }, 'unreadable news was ignored');
        },
      });
      await connection.flush();
    });
    subscribing.catch((error: unknown) => {
      this.options.logger.debug({ err: error }, 'the subscription to news failed');
    });
    return {
      ready: waitAtMost(subscribing, hearingWithinMs),
      stop: () => {
        stopped = true;
        subscription?.unsubscribe();
      },
    };
  }

  /** Calls `again` after each outage of the server, because news may have been lost. */
  onReturn(again: () => void): void {
    void this.connecting.then(async (connection) => {
      for await (const { type } of connection.status()) if (type === 'reconnect') again();
    }, ignored);
  }

  private publishNews(subject: string, body: string): void {
    if (this.isAway) {
      if (this.unsent.size < mostUnsent) this.unsent.set(`${subject} ${body}`, { subject, body });
      return;
    }
    try {
      this.connection.publish(subject, body);
    } catch (error) {
      this.options.logger.debug({ err: error, subject }, 'news could not be sent');
    }
  }

  /** The client drops messages that are published during an outage, so this class keeps them. */
  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.isAway = true;
      if (type === 'reconnect') this.sendUnsent();
    }
  }

  private sendUnsent(): void {
    this.isAway = false;
    const unsent = [...this.unsent.values()];
    this.unsent.clear();
    for (const { subject, body } of unsent) this.publishNews(subject, body);
  }

  /** @throws Error when the server does not answer within a second */
  async checkServer(): Promise<void> {
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

  /** Stops taking new messages, waits for the handlers, then closes, even during an outage of the server. */
  async drain(): Promise<void> {
    await Promise.all(this.consumptions.map((consumption) => consumption.stop()));
    if (!this.connected) return;
    const drained = this.connected.drain().catch((error: unknown) => {
      this.options.logger.warn(
        { err: error },
        'NATS was unreachable when this process ended; unacknowledged messages are delivered again',
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
    this.sendUnsent();
    void this.watch(this.connected);
    return this.connected;
  }
}

async function waitAtMost(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work.catch(ignored), timeout]);
  clearTimeout(timer);
}

function readJson(message: Msg): unknown {
  try {
    return message.json();
  } catch (error) {
    // Text that is not JSON is no news of ours.
    return error;
  }
}

/** The error was reported earlier. */
function ignored(): void {
  return undefined;
}
