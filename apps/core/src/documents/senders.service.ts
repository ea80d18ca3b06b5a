import { Inject, Injectable } from '@nestjs/common';
import { documentLimits } from '@sixpence/contracts/limits';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed, one } from '../platform/database/sql.js';
import { lockedAmount } from './preparation/amount.query.js';
import { NewsService } from '../platform/news/news.service.js';
import { keepWithinQuota } from './preparation/quota.js';
import { isActive, lockedRevision } from './preparation/revisions.query.js';
import { LOGGER } from '../platform/process/logger.js';
import { Every } from '../platform/process/rounds.js';
import type { CheckedBytes } from './storage/checked-bytes.js';
import { displaced, unknownFile } from './storage/storage.service.js';

/** News can be lost, and a document can expire, so the rows are read again at this interval. */
const checkEveryMs = 2_000;

/**
 * Decides which connection may send a document's bytes. Senders of a document are numbered as they begin. The
 * newest displaces the earlier one, even when they are connected to different cores, so a retry never waits
 * for a dead connection. A displaced sender is stopped as soon as its core receives the news. If the news
 * comes too late, its bytes are refused when they arrive. Senders of a deleted or expired document are
 * stopped, too, because its bytes count in no quota.
 *
 * Bytes in transit count in the owner's quota from the start. After a crash of the core they stay counted
 * until the document is sent again or expires.
 */
@Injectable()
export class SendersService {
  /** The senders that are connected to this process. */
  private readonly present = new Set<Sender>();

  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
    private readonly news: NewsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` with the number of this sender, and stops the sender as soon as a newer one begins. The
   * number is undefined when the document has already arrived.
   * @throws Refusal `storage.unknown`, `document.quota`, `request.too-many`; the errors of `work`
   */
  async receiveFromNewest(
    documentId: string,
    { byteLength = documentLimits.fileBytes, stop }: CheckedBytes,
    work: (sender: number | undefined) => Promise<void>,
  ): Promise<void> {
    // The sender listens before it gets its number, so that it receives the news of every later sender.
    const sender = new Sender(documentId, stop);
    this.present.add(sender);
    const hearing = this.messaging.hearNews('document', documentId, ({ body }) => {
      sender.noteNewest(body.sender);
    });
    try {
      const number = await this.beginSender(documentId, byteLength);
      if (number === undefined) {
        await work(undefined);
        return;
      }
      sender.begin(number);
      try {
        await work(number);
      } finally {
        await this.endSender(documentId, number);
      }
    } finally {
      hearing.stop();
      this.present.delete(sender);
    }
  }

  /**
   * Serialised with an earlier sender by the document's row: either that sender's bytes arrive first, and
   * this sender gets no number; or this sender gets the next number first, and displaces the earlier one.
   * @returns undefined when the document has arrived
   */
  private async beginSender(documentId: string, byteLength: number): Promise<number | undefined> {
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
      this.news.publishAfterCommit(tx, 'document.sender', { documentId, sender: row.senders });
      return row.senders;
    });
  }

  /** Takes this sender's bytes out of the quota, unless a newer sender has begun. */
  private async endSender(documentId: string, number: number): Promise<void> {
    const ending = changed(
      this.database,
      `UPDATE documents SET receiving_bytes = 0
       WHERE id = :documentId AND senders = :number AND receiving_bytes > 0`,
      { documentId, number },
    );
    await ending.catch((error: unknown) => {
      this.logger.warn(
        { err: error, documentId },
        'bytes of an ended upload stay counted until the document is sent again or expires',
      );
    });
  }

  @Every(checkEveryMs, 'warn', 'the check for displaced senders failed; the next round tries again')
  async checkSenders(): Promise<void> {
    if (this.present.size === 0) return;
    const documentIds = [...new Set([...this.present].map(({ documentId }) => documentId))];
    const rows = await all<{ id: string; senders: number }>(
      this.database,
      `SELECT d.id, d.senders FROM documents d WHERE d.id = ANY(:documentIds) AND ${isActive}`,
      { documentIds },
    );
    const newest = new Map(rows.map(({ id, senders }) => [id, senders]));
    for (const sender of this.present) {
      if (!documentIds.includes(sender.documentId)) continue;
      const number = newest.get(sender.documentId);
      if (number === undefined) sender.stopEnded();
      else sender.noteNewest(number);
    }
  }
}

/** One connection that sends a document's bytes. */
class Sender {
  private number = Infinity;
  private newest = 0;

  constructor(
    readonly documentId: string,
    private readonly stop: CheckedBytes['stop'],
  ) {}

  begin(number: number): void {
    this.number = number;
    this.noteNewest(this.newest);
  }

  noteNewest(newest: number): void {
    this.newest = Math.max(this.newest, newest);
    if (this.newest > this.number) this.stop(displaced());
  }

  /** Stops the sender because its document is deleted or expired. */
  stopEnded(): void {
    this.stop(unknownFile());
  }
}
