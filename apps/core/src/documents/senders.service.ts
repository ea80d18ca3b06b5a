import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { documentLimits } from '@sixpence/contracts/limits';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed, one } from '../platform/database/sql.js';
import { lockedAmount } from './preparation/amount.query.js';
import { NewsService } from '../platform/news/news.service.js';
import { keepWithinQuota } from './preparation/quota.js';
import { living, lockedRevision } from './preparation/revisions.query.js';
import { LOGGER } from '../platform/process/logger.js';
import { Rounds } from '../platform/process/rounds.js';
import type { CheckedBytes } from './storage/checked-bytes.js';
import { displaced, unknownFile } from './storage/storage.service.js';

/** News can be lost, and a document can end; the rows are looked at again this often. */
const lookAgainMs = 2_000;

/**
 * Who is sending a document's bytes. A document's senders are numbered as they begin, and the newest takes the place of
 * the one before, at whichever core that is: a retry never waits for a connection that died unnoticed. The one before
 * stops being read as soon as its core hears of it; should it hear too late, its bytes are refused when they arrive.
 * Nobody is read any further for a document that has ended, because its bytes count to no quota from then on.
 *
 * What is being received counts to its owner's quota from the start. A core that dies in the middle leaves it counted
 * until the document is sent again or its hour ends.
 */
@Injectable()
export class SendersService implements OnApplicationBootstrap, OnModuleDestroy {
  /** Whom this process is receiving from. */
  private readonly present = new Set<Sender>();
  private rounds: Rounds | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
    private readonly news: NewsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: lookAgainMs,
      work: () => this.lookAgain(),
      failed: (error) => {
        this.logger.warn(
          { err: error },
          'senders of documents could not be looked at, the next round tries again',
        );
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /**
   * Does `work` with the number of this sender, who is stopped as soon as a newer one begins; without a number when the
   * document's bytes have arrived.
   * @throws Refusal `storage.unknown`, `document.quota`, `request.too-many`; whatever `work` throws
   */
  async receive(
    documentId: string,
    { byteLength = documentLimits.fileBytes, stop }: CheckedBytes,
    work: (sender: number | undefined) => Promise<void>,
  ): Promise<void> {
    // It is there before it has its number, so that it misses nobody who begins right after it.
    const sender = new Sender(documentId, stop);
    this.present.add(sender);
    const hearing = this.messaging.hear('document', documentId, ({ body }) => {
      sender.heard(body.sender);
    });
    try {
      const number = await this.begin(documentId, byteLength);
      if (number === undefined) {
        await work(undefined);
        return;
      }
      sender.begin(number);
      try {
        await work(number);
      } finally {
        await this.end(documentId, number);
      }
    } finally {
      hearing.stop();
      this.present.delete(sender);
    }
  }

  /** Waits for a sender before it whose bytes are just arriving. @returns undefined when they have */
  private async begin(documentId: string, byteLength: number): Promise<number | undefined> {
    return this.database.transaction(async (tx) => {
      const revision = await lockedRevision(tx, documentId, 1);
      if (!revision) throw unknownFile();
      if (revision.state !== 'awaiting-upload') return undefined;
      keepWithinQuota(await lockedAmount(tx, revision.ownerId, documentId), byteLength);
      const row = await one<{ senders: number }>(
        tx,
        `UPDATE documents SET senders = senders + 1, receiving_bytes = :byteLength WHERE id = :documentId
         RETURNING senders`,
        { documentId, byteLength },
      );
      if (!row) throw unknownFile();
      this.news.after(tx, 'document.sender', { documentId, sender: row.senders });
      return row.senders;
    });
  }

  /** Nothing of it is being received any more, unless a newer one is. */
  private async end(documentId: string, number: number): Promise<void> {
    const ending = changed(
      this.database,
      `UPDATE documents SET receiving_bytes = 0
       WHERE id = :documentId AND senders = :number AND receiving_bytes > 0`,
      { documentId, number },
    );
    await ending.catch((error: unknown) => {
      this.logger.warn(
        { err: error, documentId },
        'bytes that are no longer received count until they are sent again, or to the end of their hour',
      );
    });
  }

  private async lookAgain(): Promise<void> {
    if (this.present.size === 0) return;
    const documentIds = [...new Set([...this.present].map(({ documentId }) => documentId))];
    const rows = await all<{ id: string; senders: number }>(
      this.database,
      `SELECT d.id, d.senders FROM documents d WHERE d.id = ANY(:documentIds) AND ${living}`,
      { documentIds },
    );
    const newest = new Map(rows.map(({ id, senders }) => [id, senders]));
    for (const sender of this.present) {
      if (!documentIds.includes(sender.documentId)) continue;
      const number = newest.get(sender.documentId);
      if (number === undefined) sender.ended();
      else sender.heard(number);
    }
  }
}

/** One that is being received. */
class Sender {
  private number = Infinity;
  private newest = 0;

  constructor(
    readonly documentId: string,
    private readonly stop: CheckedBytes['stop'],
  ) {}

  begin(number: number): void {
    this.number = number;
    this.heard(this.newest);
  }

  heard(newest: number): void {
    this.newest = Math.max(this.newest, newest);
    if (this.newest > this.number) this.stop(displaced());
  }

  /** Its document is no longer there. */
  ended(): void {
    this.stop(unknownFile());
  }
}
