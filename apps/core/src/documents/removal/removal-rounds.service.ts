import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../platform/process/logger.js';
import { Rounds } from '../../platform/process/rounds.js';
import { DocumentLifeService } from './document-life.service.js';
import { RemovalService } from './removal.service.js';

const sweepEveryMs = 5_000;

/** How often to remove staged files of dead processes, and documents whose rows were lost. */
const tidyEveryMs = 10 * 60_000;

/** The timer that sweeps expired and deleted documents. */
@Injectable()
export class RemovalRoundsService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;
  private tidiedAtMs = -Infinity;

  constructor(
    private readonly life: DocumentLifeService,
    private readonly removal: RemovalService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: sweepEveryMs,
      work: () => this.round(),
      failed: (error) => {
        this.logger.warn({ err: error }, 'the sweep of ended documents failed, the next one tries again');
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  private async round(): Promise<void> {
    await this.life.sweep();
    if (performance.now() - this.tidiedAtMs < tidyEveryMs) return;
    await this.removal.tidy();
    this.tidiedAtMs = performance.now();
  }
}
