import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, one } from '../../platform/database/sql.js';
import { OutboxService } from '../../platform/outbox/outbox.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { lockOwner } from './revisions.query.js';
import {
  freeTurns,
  freeTurnsOfNetwork,
  lostTurns,
  newcomersNetworks,
  ownersWithFreeTurns,
  waitingOwners,
  type Turn,
} from './turns.query.js';

/** Of one person's revisions the converters have this many at once, so that a hundred of them delay nobody else. */
export const preparedAtOnce = 4;

/** The newcomers of one network have as many as two people: an account costs nothing, so that many of them win nothing. */
export const preparedAtOnceOfNewcomers = 2 * preparedAtOnce;

/** For so many people a sweep gives out the turns that were missed. */
const ownersAtOnce = 100;
/** A sweep hands out so many again. */
const revisionsAtOnce = 100;

/**
 * Whose turn it is to be prepared. A revision waits in the database until one of its owner's turns is free and is then
 * handed to the converters, oldest first; again only when nobody finishes it for minutes. A turn is taken by a revision that was handed out and not settled,
 * of a living document; whoever settles one or ends a document gives the turn on in the same transaction.
 */
@Injectable()
export class TurnsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Hands out what the person has waiting, and the other newcomers of their network, as far as turns are free. */
  next(tx: EntityManager, ownerId: string): Promise<void> {
    return this.nextOf(tx, [ownerId]);
  }

  /** The same for several people, in the order of their ids: owners are locked first, then their networks. */
  private async nextOf(tx: EntityManager, ownerIds: readonly string[]): Promise<void> {
    for (const ownerId of ownerIds) await lockOwner(tx, ownerId);
    const newcomers = await newcomersNetworks(tx, ownerIds);
    for (const ownerId of ownerIds) {
      if (newcomers.some((newcomer) => newcomer.ownerId === ownerId)) continue;
      await this.handOut(tx, await freeTurns(tx, ownerId, preparedAtOnce));
    }
    const networks = new Map(newcomers.map(({ network }) => [network.toString('hex'), network]));
    for (const [name, network] of networks) {
      await one(tx, 'SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))', { name });
      const most = { atOnce: preparedAtOnce, ofNetwork: preparedAtOnceOfNewcomers };
      await this.handOut(tx, await freeTurnsOfNetwork(tx, network, most));
    }
  }

  private async handOut(tx: EntityManager, turns: readonly Turn[]): Promise<void> {
    for (const { keepPages, ...turn } of turns) {
      await changed(
        tx,
        `UPDATE document_revisions SET handed_out_at = app_now()
         WHERE document_id = :documentId AND revision = :revision`,
        { documentId: turn.documentId, revision: turn.revision },
      );
      await this.outbox.record(tx, 'print.conversion.due', { ...turn, ...pagesOf(keepPages) });
    }
  }

  /**
   * Hands out once more what nobody has reported on for minutes: a message can be lost after it was acknowledged, as when
   * NATS was restored from an earlier copy. Should it come twice, the first report counts.
   */
  async handOutAgain(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const lost = await lostTurns(tx, { lostSeconds: lifeSeconds.lostWork, limit: revisionsAtOnce });
      for (const { keepPages, attempt: last, ...turn } of lost) {
        const { documentId, revision } = turn;
        const attempt = last + 1;
        await changed(
          tx,
          `UPDATE document_revisions SET attempt = :attempt, handed_out_again_at = app_now()
           WHERE document_id = :documentId AND revision = :revision`,
          { documentId, revision, attempt },
        );
        await this.outbox.record(tx, 'print.conversion.due', { ...turn, ...pagesOf(keepPages), attempt });
        this.logger.warn(
          { documentId, revision, attempt },
          'nobody finished a conversion; it is handed out again',
        );
      }
    });
  }

  /** These documents have just ended, and the caller holds their rows: the turns that they had are given on. */
  async ended(tx: EntityManager, documentIds: readonly string[]): Promise<void> {
    await this.nextOf(tx, await waitingOwners(tx, documentIds));
  }

  /** Hands out what waits though a turn is free: a document's time can be over before anybody marks it. */
  async handOutMissed(): Promise<void> {
    const missed = { atOnce: preparedAtOnce, limit: ownersAtOnce };
    for (const ownerId of await ownersWithFreeTurns(this.database, missed)) {
      await this.database
        .transaction((tx) => this.next(tx, ownerId))
        .catch((error: unknown) => {
          this.logger.warn({ err: error, ownerId }, 'the waiting documents of a person were not handed out');
        });
    }
  }
}

function pagesOf(keepPages: number[] | null): { keepPages?: number[] } {
  return keepPages === null ? {} : { keepPages };
}
