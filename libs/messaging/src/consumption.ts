import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { events, type EventOf, type Subject } from '@sixpence/contracts/events/events';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { isMissing, streamName } from './stream.js';
import { ackWaitSeconds, isWork, makeConsumer, maxTries } from './work.js';
import { WorkQueue, type Delivery, type Queue } from './work-queue.js';

/** A process's subscription to one subject. */
export interface Consumer<S extends Subject> {
  /** `<app>-<verb>-<thing>`; processes with the same name share the work. */
  durable: string;
  subject: S;
  /** The most messages that this process handles at the same time; default 1. */
  concurrency?: number;
  /** Handles one fact. It may be called again with the same fact, so its effects must be idempotent. */
  handle(body: EventOf<S>): Promise<void>;
  /** Called after the last failed try, or after a Refusal: publishes the failure or parks the fact. */
  giveUp(body: EventOf<S> | undefined, failure: Failure): Promise<void>;
  /**
   * True when an error means an outage of a part that the handler needs. The same try then waits for that
   * part: three tries are over in seconds, and a fact that is given up during a restart of the database never
   * takes effect.
   */
  isOutage?(error: unknown): boolean;
}

export interface Failure {
  error: unknown;
  tries: number;
  subject: Subject;
  durable: string;
  payload: string;
}

const retryDelaysMs = [250, 1_000, 5_000];
/** The interval between calls during an outage. */
const outageRetryMs = 1_000;
/** An outage that lasts longer counts as a failed try. */
const longestOutageMs = 10 * 60 * 1_000;

interface Surroundings {
  /** Pending until the server's first answer. */
  connection: Promise<NatsConnection>;
  logger: Logger;
  onStreamMissing: () => Promise<void>;
}

/**
 * The loop of one durable consumer: next message, handle, acknowledge. It survives every failure of the
 * server.
 */
export class Consumption<S extends Subject> {
  private readonly stopping = new AbortController();
  private loop: Promise<void> | undefined;
  /** The messages that are being handled: each promise settles when its message is answered. */
  private readonly inHand = new Set<Promise<void>>();

  constructor(
    private readonly consumer: Consumer<S>,
    private readonly surroundings: Surroundings,
  ) {}

  start(): void {
    this.loop = this.takeAll();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await Promise.all(this.inHand);
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async takeAll(): Promise<void> {
    while (!this.isStopping()) {
      try {
        await this.takeMessages();
      } catch (error) {
        if (this.isStopping()) return;
        this.surroundings.logger.warn({ err: error, durable: this.consumer.durable }, 'waiting for NATS');
        await sleep(500);
      }
    }
  }

  private async takeMessages(): Promise<void> {
    const queue = await this.openQueue();
    while (!this.isStopping()) {
      const message = await queue.next({ expires: 1_000 });
      if (message) this.beginWork(message);
      if (this.inHand.size >= (this.consumer.concurrency ?? 1)) await Promise.race(this.inHand);
    }
  }

  private beginWork(message: Delivery): void {
    const answering = this.answerMessage(message)
      .catch((error: unknown) => {
        const { durable } = this.consumer;
        this.surroundings.logger.warn(
          { err: error, durable },
          'acknowledging a message failed; the server redelivers it',
        );
      })
      .finally(() => this.inHand.delete(answering));
    this.inHand.add(answering);
  }

  private async openQueue(): Promise<Queue> {
    const connection = await this.connection();
    const { durable } = this.consumer;
    if (isWork(durable)) return new WorkQueue(connection, durable);
    await this.make(await jetstreamManager(connection, { timeout: 3_000 }));
    return jetstream(connection, { timeout: 3_000 }).consumers.get(streamName, durable);
  }

  private async make(manager: JetStreamManager): Promise<void> {
    try {
      await makeConsumer(manager, this.consumer);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.surroundings.onStreamMissing();
      await makeConsumer(manager, this.consumer);
    }
  }

  /** @throws Error when the process stops before the server's first answer */
  private connection(): Promise<NatsConnection> {
    const stopped = new Promise<never>((_, reject) => {
      this.stopping.signal.addEventListener('abort', () => {
        reject(new Error('stopping'));
      });
    });
    return Promise.race([this.surroundings.connection, stopped]);
  }

  private async answerMessage(message: Delivery): Promise<void> {
    const heartbeat = setInterval(
      () => {
        message.working();
      },
      (ackWaitSeconds * 1_000) / 3,
    );
    try {
      await this.attempt(message);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async attempt(message: Delivery): Promise<void> {
    const tries = message.info.deliveryCount;
    const parsed = events[this.consumer.subject].safeParse(readJson(message));
    if (!parsed.success) {
      await this.parkMessage(message, undefined, parsed.error);
      return;
    }
    if (tries > maxTries) {
      await this.parkMessage(message, parsed.data as EventOf<S>, new Error('No earlier try came to its end'));
      return;
    }
    try {
      await this.throughOutages(() => this.consumer.handle(parsed.data as EventOf<S>));
      await message.ackAck();
    } catch (error) {
      if (error instanceof Refusal || tries >= maxTries) {
        await this.parkMessage(message, parsed.data as EventOf<S>, error);
        return;
      }
      this.surroundings.logger.warn({ err: error, durable: this.consumer.durable, tries }, 'will try again');
      message.nak(retryDelaysMs[tries - 1]);
    }
  }

  /** During an outage, the heartbeat keeps the message with this process. A stopping process returns it. */
  private async throughOutages(work: () => Promise<void>): Promise<void> {
    const { consumer } = this;
    const deadline = Date.now() + longestOutageMs;
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!consumer.isOutage?.(error) || Date.now() > deadline || this.isStopping()) throw error;
        this.surroundings.logger.warn(
          { err: error, durable: consumer.durable },
          'a part that the handler needs is down; the message waits for it',
        );
        await sleep(outageRetryMs);
      }
    }
  }

  private async parkMessage(message: Delivery, body: EventOf<S> | undefined, error: unknown): Promise<void> {
    const { durable, subject } = this.consumer;
    const failure = { error, tries: message.info.deliveryCount, subject, durable, payload: message.string() };
    try {
      await this.throughOutages(() => this.consumer.giveUp(body, failure));
      await message.ackAck();
    } catch (cause) {
      this.surroundings.logger.error(
        { err: cause, durable },
        'giving up a message failed; the server redelivers it while it has tries',
      );
      message.nak(retryDelaysMs.at(-1));
    }
  }
}

function readJson(message: Delivery): unknown {
  try {
    return message.json();
  } catch (error) {
    // Text that is not JSON fails the contract like any other wrong body; the caller reports it with the
    // payload.
    return error;
  }
}
