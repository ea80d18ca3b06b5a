import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { LOGGER } from '../../platform/process/logger.js';
import { Every } from '../../platform/process/rounds.js';
import { RevisionsService } from './revisions.service.js';
import { TurnsService } from './turns.service.js';

const sweepEveryMs = 5_000;

/** By this time after an outage, NATS has delivered all messages that it kept during the outage. */
const deliveredAfterSeconds = 60;

/** Sweeps documents that wait for a converter, so that no document misses its turn or waits for ever. */
@Injectable()
export class WaitingService {
  /** The time since which NATS has been reachable without a break, by a monotonic clock (ms). */
  private connectedSinceMs = performance.now();

  constructor(
    private readonly messaging: Messaging,
    private readonly revisions: RevisionsService,
    private readonly turns: TurnsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Hands out turns that were missed or lost, and fails documents that no converter prepares. Waits a minute
   * after an outage of NATS, because messages that were only delayed are delivered in that time. Overdue
   * documents fail only if this process could reach NATS for the whole time after which silent converters
   * count as gone (`lifeSeconds.silentConverters`).
   */
  @Every(sweepEveryMs, 'warn', 'the sweep of waiting documents failed; the next one tries again')
  async sweep(): Promise<void> {
    await this.turns.handOutMissedTurns();
    await this.messaging.checkServer().catch((error: unknown) => {
      this.logger.debug({ err: error }, 'NATS does not answer, so reports of converters cannot arrive');
      this.connectedSinceMs = performance.now();
    });
    const connectedSeconds = (performance.now() - this.connectedSinceMs) / 1_000;
    if (connectedSeconds >= deliveredAfterSeconds) await this.turns.handOutLostTurns();
    if (connectedSeconds >= lifeSeconds.silentConverters) await this.revisions.failOverdueRevisions();
  }
}
