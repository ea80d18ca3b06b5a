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
   * The name of the process, which the server's monitoring shows. Answers come to inboxes of this name, so that the
   * server can keep each process to its own.
   */
  name: string;
  logger: Logger;
}

/** Somebody is listening. */
export interface Hearing {
  /**
   * Resolves when the server knows of it, so that whatever is read from here on is followed by the news of what changes;
   * and after half a second while the server is away.
   */
  readonly ready: Promise<void>;
  stop(): void;
}

const answerWithinMs = 3_000;
const hearingWithinMs = 500;
/** So much news waits for a server that is away; what is beyond is lost, and late. */
const mostUnsent = 10_000;
const drainWithinMs = 2_000;
/** A consumer of others that the server lost is there again so soon. */
const workAgainMs = 5_000;

/**
 * The one door to NATS: facts go out to the JetStream stream `SIXPENCE` (subjects `print.>`) and durable consumers take
 * them in; fleeting news (`news.>`) goes by without a stream. The connection is kept for ever: a server that is away only adds latency.
 */
export class Messaging {
  private readonly consumptions: { stop(): Promise<void> }[] = [];
  private readonly durables = new Set<string>();

  /** When others' consumers were last made, and of which stream. */
  private work: { of: string; madeAtMs: number } | undefined;
  private connected: NatsConnection | undefined;
  private readonly connecting: Promise<NatsConnection>;
  private isAway = true;
  /** News for when the server is back, each once. */
  private readonly unsent = new Map<string, { subject: string; body: string }>();

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
   * that other processes take their work from. One that is nearly full is given room.
   * @returns when it was made. Whoever keeps the truth compares that with the stream they know, and publishes everything
   *   again into another one, whichever process made it
   * @throws when the server is away
   */
  async ensureStream(): Promise<string> {
    const manager = await jetstreamManager(this.connection, { timeout: answerWithinMs });
    const stream = await makeStream(manager);
    await makeRoom(manager, stream, [...this.durables, ...Object.keys(work)]).catch((error: unknown) => {
      this.options.logger.warn({ err: error }, 'a stream that is nearly full could not be given room');
    });
    const { created } = stream;
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
   * Sends news to whoever hears it now, or when the server is back. Never throws: news that is lost is late, nothing
   * more.
   */
  tell<K extends NewsKind>(kind: K, body: NewsBody<K>): void {
    this.send(newsSubject(kind, body), JSON.stringify(body));
  }

  /**
   * Hears the news for one person, box, or document until it is stopped. After the server was away something may have
   * been missed: `onReturn` says when to look again.
   */
  hear<A extends Addressee>(whom: A, id: string, heard: (news: NewsFor<A>) => void): Hearing {
    let subscription: Subscription | undefined;
    let stopped = false;
    const begun = this.connecting.then(async (connection) => {
      if (stopped) return;
      subscription = connection.subscribe(allNewsFor(whom, id), {
        callback: (error, message) => {
          const told = error ? undefined : readNews(message.subject, readJson(message));
          if (told) heard(told as NewsFor<A>);
          else this.options.logger.warn({ err: error }, 'news that cannot be read was passed over');
        },
      });
      await connection.flush();
    });
    begun.catch((error: unknown) => {
      this.options.logger.debug({ err: error }, 'news is not heard yet');
    });
    return {
      ready: withinOr(begun, hearingWithinMs),
      stop: () => {
        stopped = true;
        subscription?.unsubscribe();
      },
    };
  }

  /** Calls `again` whenever the server is back after it was away: what was told meanwhile may not have come. */
  onReturn(again: () => void): void {
    void this.connecting.then(async (connection) => {
      for await (const { type } of connection.status()) if (type === 'reconnect') again();
    }, ignored);
  }

  private send(subject: string, body: string): void {
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

  /** The client forgets what is published while the server is away. */
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
    for (const { subject, body } of unsent) this.send(subject, body);
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
    this.sendUnsent();
    void this.watch(this.connected);
    return this.connected;
  }
}

async function withinOr(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work.catch(ignored), patience]);
  clearTimeout(timer);
}

function readJson(message: Msg): unknown {
  try {
    return message.json();
  } catch (error) {
    // Not JSON is one more way of being no news of ours.
    return error;
  }
}

/** The caller has said already what there is to say. */
function ignored(): void {
  return undefined;
}
