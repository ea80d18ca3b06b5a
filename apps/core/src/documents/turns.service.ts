import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../logger.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { living, lockOwner } from './document-rows.query.js';

/** Of one person's revisions the converters have this many at once, so that a hundred of them delay nobody else. */
export const preparedAtOnce = 4;

/** Of how many people a sweep looks for turns that were missed. */
const ownersAtOnce = 100;

interface Turn {
  documentId: string;
  revision: number;
  mediaType: string;
  keepPages: number[] | null;
}

/**
 * Whose turn it is to be prepared. A revision waits in the database until one of its owner's turns is free and is then
 * handed to the converters, oldest first and once. A turn is taken by a revision that was handed out and not settled,
 * of a living document; whoever settles one or ends a document gives the turn on in the same transaction.
 */
@Injectable()
export class TurnsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Hands out what the person has waiting, as far as turns are free. */
  async next(tx: EntityManager, ownerId: string): Promise<void> {
    await lockOwner(tx, ownerId);
    // A revision that is locked is being settled, or its document ended: it waits no more, and nobody waits for it here.
    const turns: Turn[] = await tx.query(
      `SELECT r.document_id AS "documentId", r.revision, r.media_type AS "mediaType", r.keep_pages AS "keepPages"
       FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE d.owner_id = $1 AND ${living} AND r.state = 'uploaded' AND r.handed_out_at IS NULL
       ORDER BY r.created_at, r.document_id
       LIMIT (
         SELECT greatest(0, $2 - count(*)) FROM document_revisions r JOIN documents d ON d.id = r.document_id
         WHERE d.owner_id = $1 AND ${living} AND r.state = 'uploaded' AND r.handed_out_at IS NOT NULL
       )
       FOR UPDATE OF r SKIP LOCKED`,
      [ownerId, preparedAtOnce],
    );
    for (const { keepPages, ...turn } of turns) {
      await tx.query(
        'UPDATE document_revisions SET handed_out_at = app_now() WHERE document_id = $1 AND revision = $2',
        [turn.documentId, turn.revision],
      );
      const pages = keepPages === null ? {} : { keepPages };
      await this.outbox.record(tx, 'print.document.uploaded', { ...turn, ownerId, ...pages });
    }
  }

  /** These documents have just ended, and the caller holds their rows: turns they had are given on. */
  async ended(tx: EntityManager, documentIds: readonly string[]): Promise<void> {
    const owners: { ownerId: string }[] = await tx.query(
      `SELECT DISTINCT d.owner_id AS "ownerId" FROM documents d JOIN document_revisions r ON r.document_id = d.id
       WHERE d.id = ANY($1) AND r.state = 'uploaded' ORDER BY d.owner_id`,
      [documentIds],
    );
    for (const { ownerId } of owners) await this.next(tx, ownerId);
  }

  /** Hands out what waits though a turn is free: a document's time can be over before anybody marks it. */
  async handOutMissed(): Promise<void> {
    const owners: { ownerId: string }[] = await this.database.query(
      `SELECT d.owner_id AS "ownerId" FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE r.state = 'uploaded' AND ${living} GROUP BY d.owner_id
       HAVING count(r.handed_out_at) < least($1, count(*)) LIMIT $2`,
      [preparedAtOnce, ownersAtOnce],
    );
    for (const { ownerId } of owners) {
      await this.database
        .transaction((tx) => this.next(tx, ownerId))
        .catch((error: unknown) => {
          this.logger.warn({ err: error, ownerId }, 'what a person has waiting is not handed out');
        });
    }
  }
}
