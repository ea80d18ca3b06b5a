import type { EntityManager } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';

/** First of the two numbers of a lock by which whatever opens and closes payments of one person takes turns. */
const turnsLock = 7_316_005;

/** Until the end of the transaction, nobody else opens or closes a payment of this person. */
export async function takeTurn(tx: EntityManager, owner: string): Promise<void> {
  await one(tx, 'SELECT pg_advisory_xact_lock(:turnsLock, hashtext(:owner))', { turnsLock, owner });
}

/**
 * Nobody is to pay what is open. The rounds cancel it at the provider after so long; whoever does it before is welcome.
 * @returns its intents, as far as they are known
 */
export async function giveUpOpen(
  tx: EntityManager,
  owner: string,
  { lookAfterSeconds }: { lookAfterSeconds: number },
): Promise<string[]> {
  const rows = await all<{ intentId: string | null }>(
    tx,
    `UPDATE payments SET state = 'given-up', updated_at = app_now(), looks = 0,
       next_look_at = app_now() + make_interval(secs => :lookAfterSeconds)
     WHERE owner_id = :owner AND state IN ('asked', 'open') RETURNING intent_id`,
    { owner, lookAfterSeconds },
  );
  return rows.flatMap(({ intentId }) => (intentId === null ? [] : [intentId]));
}
