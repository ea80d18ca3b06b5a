import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/process/rounds.js';
import { DocumentLifeService } from './document-life.service.js';
import { RemovalService } from './removal.service.js';

const sweepEveryMs = 5_000;

/** How often to remove staged files of dead processes, and documents whose rows were lost. */
const tidyEveryMs = 10 * 60_000;

/** Sweeps expired and deleted documents. */
@Injectable()
export class RemovalRoundsService {
  private tidiedAtMs = -Infinity;

  constructor(
    private readonly life: DocumentLifeService,
    private readonly removal: RemovalService,
  ) {}

  @Every(sweepEveryMs, 'warn', 'the sweep of ended documents failed, the next one tries again')
  async round(): Promise<void> {
    await this.life.sweep();
    if (performance.now() - this.tidiedAtMs < tidyEveryMs) return;
    await this.removal.tidy();
    this.tidiedAtMs = performance.now();
  }
}
