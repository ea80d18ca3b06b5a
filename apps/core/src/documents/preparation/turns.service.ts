import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, one } from '../../platform/database/sql.js';
import { OutboxService } from '../../platform/outbox/outbox.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import {
  freeTurns,
  lostTurns,
  ownersWithFreeTurns,
  waitingOwners,
  waitingTurns,
  type Turn,
} from './turns.query.js';
import { newcomersNetworks, waitingOfNetwork } from './views/newcomers.query.js';
import { lockPerson } from '../../people/users/person-locks.query.js';

/**
 * How many turns one person has. The limit keeps a hundred documents of one person from delaying other
 * people.
 */
export const preparedAtOnce = 4;

/**
 * How many turns the newcomers of one network share. Accounts cost nothing, so more accounts must not bring
 * more turns.
 */
export const preparedAtOnceOfNewcomers = 2 * preparedAtOnce;

/** How many people's missed turns one sweep hands out. */
const ownersAtOnce = 100;
/** How many lost turns one sweep hands out again. */
const revisionsAtOnce = 100;

/**
 * Decides which revisions are prepared. A revision waits in the database until its owner has a free turn, and
 * is then handed to the converters, oldest first. If no converter finishes it within minutes, it is handed
 * out again. A revision keeps its turn until it is settled or its document ends; that transaction hands out
 * the next turn.
 */
@Injectable()
export class TurnsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Hands out free turns to the person's waiting revisions and, for a newcomer, to those of the other
   * newcomers of the same network.
   */
  handOutTurns(tx: EntityManager, ownerId: string): Promise<void> {
    return this.handOutTurnsToAll(tx, [ownerId]);
  }

  /** As `handOutTurns`, for several people ordered by id: owners are locked first, then their networks. */
  private async handOutTurnsToAll(tx: EntityManager, ownerIds: readonly string[]): Promise<void> {
    for (const ownerId of ownerIds) await lockPerson(tx, ownerId);
    const newcomers = await newcomersNetworks(tx, ownerIds);
    for (const ownerId of ownerIds) {
      if (newcomers.some((newcomer) => newcomer.ownerId === ownerId)) continue;
      await this.handOut(tx, await freeTurns(tx, ownerId, preparedAtOnce));
    }
    const networks = new Map(newcomers.map(({ network }) => [network.toString('hex'), network]));
    for (const [name, network] of networks) {
      await one(tx, 'SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))', { name });
      const most = { personTurns: preparedAtOnce, networkTurns: preparedAtOnceOfNewcomers };
      const waiting = await waitingOfNetwork(tx, network, most);
      await this.handOut(tx, await waitingTurns(tx, waiting));
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
      await this.outbox.recordFact(tx, 'print.conversion.due', { ...turn, ...pagesOf(keepPages) });
    }
  }

  /**
   * Hands out revisions again on which no converter has reported for minutes. A message can be lost after its
   * acknowledgement, for example when NATS is restored from a backup. If a revision is converted twice, the
   * first report counts.
   */
  async handOutLostTurns(): Promise<void> {
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
        await this.outbox.recordFact(tx, 'print.conversion.due', { ...turn, ...pagesOf(keepPages), attempt });
        this.logger.warn(
          { documentId, revision, attempt },
          'no converter finished a conversion; it is handed out again',
        );
      }
    });
  }

  /** Hands out the turns of documents that have just ended. The caller has locked their rows. */
  async handOutTurnsOf(tx: EntityManager, documentIds: readonly string[]): Promise<void> {
    await this.handOutTurnsToAll(tx, await waitingOwners(tx, documentIds));
  }

  /**
   * Hands out turns that became free without a transaction that hands them out: a document can expire before
   * a sweep marks it.
   */
  async handOutMissedTurns(): Promise<void> {
    const missed = { atOnce: preparedAtOnce, limit: ownersAtOnce };
    for (const ownerId of await ownersWithFreeTurns(this.database, missed)) {
      await this.database
        .transaction((tx) => this.handOutTurns(tx, ownerId))
        .catch((error: unknown) => {
          this.logger.warn(
            { err: error, ownerId },
            'free turns could not be handed out to the waiting documents of a person',
          );
        });
    }
  }
}

function pagesOf(keepPages: number[] | null): { keepPages?: number[] } {
  return keepPages === null ? {} : { keepPages };
}
