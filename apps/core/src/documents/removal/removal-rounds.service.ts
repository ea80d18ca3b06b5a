import { Injectable } from '@nestjs/common';
import { Every } from '../../platform/process/rounds.js';
import { DocumentLifeService } from './document-life.service.js';
import { RemovalService } from './removal.service.js';

const sweepEveryMs = 5_000;

/** How often staged files of dead processes, and documents whose rows were lost, are removed. */
const removeLostEveryMs = 10 * 60_000;

/** Sweeps expired and deleted documents. */
@Injectable()
export class RemovalRoundsService {
  private lostRemovedAtMs = -Infinity;

  constructor(
    private readonly life: DocumentLifeService,
    private readonly removal: RemovalService,
  ) {}

  @Every(sweepEveryMs, 'warn', 'the sweep of ended documents failed; the next one tries again')
  async sweepAndRemoveLost(): Promise<void> {
    await this.life.sweepDocuments();
    if (performance.now() - this.lostRemovedAtMs < removeLostEveryMs) return;
    await this.removal.removeLost();
    this.lostRemovedAtMs = performance.now();
  }
}
