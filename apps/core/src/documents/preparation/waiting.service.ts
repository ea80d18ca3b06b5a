import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { LOGGER } from '../../platform/process/logger.js';
import { Every } from '../../platform/process/rounds.js';
import { RevisionsService } from './revisions.service.js';
import { TurnsService } from './turns.service.js';

const sweepEveryMs = 5_000;

/** This long after an outage NATS has delivered all messages that it kept during the outage. */
const backSeconds = 60;

/**
 * The sweep of documents that wait for a converter, so that no document misses its turn or waits for ever.
 */
@Injectable()
export class WaitingService {
  /** The time since which NATS has been reachable without a break, by a monotonic clock (ms). */
  private listeningSinceMs = performance.now();

  constructor(
    private readonly messaging: Messaging,
    private readonly revisions: RevisionsService,
    private readonly turns: TurnsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Hands out turns that were missed or lost, and fails documents that no converter prepares. Messages that
   * were only delayed are delivered within a minute after NATS is back, and are not handed out twice.
   * Documents fail only after this process has been connected to NATS, without a break, for as long as
   * converters may be silent.
   */
  @Every(sweepEveryMs, 'warn', 'the sweep of waiting documents failed, the next one tries again')
  async sweep(): Promise<void> {
    await this.turns.handOutMissed();
    await this.messaging.checkServer().catch((error: unknown) => {
      this.logger.debug({ err: error }, 'NATS does not answer, so that converters cannot be heard');
      this.listeningSinceMs = performance.now();
    });
    const listeningSeconds = (performance.now() - this.listeningSinceMs) / 1_000;
    if (listeningSeconds >= backSeconds) await this.turns.handOutAgain();
    if (listeningSeconds >= lifeSeconds.silentConverters) await this.revisions.giveUpWaiting();
  }
}
