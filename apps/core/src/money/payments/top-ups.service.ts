import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import { changed, one, type Queries } from '../../platform/database/sql.js';
import { giveUpOpen, lockOpenPayments } from './open-payment.query.js';

/** Whether a person may top up. A dispute closes top-ups until staff open them again. */
@Injectable()
export class TopUpsService {
  /**
   * Closes top-ups, and gives up open payments, so that a browser that began one cannot pay either.
   * @returns false when top-ups were closed already
   */
  async close(tx: EntityManager, owner: string, reason: string): Promise<boolean> {
    await lockOpenPayments(tx, owner);
    await giveUpOpen(tx, owner, { lookAfterSeconds: 0 });
    const added = await changed(
      tx,
      'INSERT INTO closed_top_ups (owner_id, reason) VALUES (:owner, :reason) ON CONFLICT DO NOTHING',
      { owner, reason },
    );
    return added === 1;
  }

  /** @returns false when top-ups were open already */
  async reopen(tx: EntityManager, owner: string): Promise<boolean> {
    return (await changed(tx, 'DELETE FROM closed_top_ups WHERE owner_id = :owner', { owner })) === 1;
  }

  /** @throws Refusal `payment.closed` */
  async refuseClosed(queries: Queries, owner: string): Promise<void> {
    const closed = await one(queries, 'SELECT 1 FROM closed_top_ups WHERE owner_id = :owner', { owner });
    if (closed) throw new Refusal('payment.closed');
  }
}
