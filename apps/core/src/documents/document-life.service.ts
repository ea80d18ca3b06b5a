import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../logger.js';
import { Rounds } from '../rounds.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { StorageService } from '../storage/storage.service.js';
import { RemovalService } from './removal.service.js';
import { TurnsService } from './turns.service.js';

const sweepEveryMs = 5_000;

/** How often to look for what uploads and lost rows left behind. */
const tidyEveryMs = 10 * 60_000;

/**
 * How documents end: their owner deletes them, or their time is over. The row is marked first, so that nothing opens
 * them any more; then key and bytes go, unless a job has them in hand; then the row.
 */
@Injectable()
export class DocumentLifeService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;
  private tidiedAtMs = 0;

  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    private readonly storage: StorageService,
    private readonly removal: RemovalService,
    private readonly turns: TurnsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: sweepEveryMs,
      work: () => this.sweep(),
      failed: (error) => {
        this.logger.warn({ err: error }, 'sweeping documents waits');
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /** @throws Refusal `document.unknown` when one of them is not the person's; the others are deleted all the same */
  async delete(userId: string, documentIds: readonly string[]): Promise<void> {
    const wanted = new Set(documentIds);
    const deleted = await this.database.transaction((tx) =>
      this.mark(tx, 'owner_id = $1 AND id = ANY($2) AND expires_at > app_now()', [userId, [...wanted]]),
    );
    await this.removal.removeOf(deleted).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the bytes of deleted documents wait for the next sweep');
    });
    if (deleted.length < wanted.size) {
      throw new Refusal('document.unknown', 'This document is no longer there.');
    }
  }

  /** Ends what is past its time, and the bytes of whatever was marked and is in no job's hand. */
  async sweep(): Promise<void> {
    await this.database.transaction((tx) => this.mark(tx, 'expires_at <= app_now()', []));
    await this.removal.removeMarked();
    if (Date.now() - this.tidiedAtMs < tidyEveryMs) return;
    await this.tidy();
    this.tidiedAtMs = Date.now();
  }

  /** Removes what uploads left behind whose process ended, and documents whose rows were lost. */
  async tidy(): Promise<void> {
    await this.removal.removeLost();
    await this.storage.forgetAbandoned();
  }

  private async mark(tx: EntityManager, condition: string, values: unknown[]): Promise<string[]> {
    const [rows]: [{ documentId: string; ownerId: string }[], number] = await tx.query(
      `UPDATE documents SET deleted_at = app_now()
       WHERE id IN (
         SELECT id FROM documents WHERE deleted_at IS NULL AND ${condition} ORDER BY id LIMIT 1000 FOR UPDATE
       )
       RETURNING id AS "documentId", owner_id AS "ownerId"`,
      values,
    );
    for (const row of rows) await this.outbox.record(tx, 'print.document.deleted', row);
    const ids = rows.map((row) => row.documentId);
    await this.turns.ended(tx, ids);
    return ids;
  }
}
