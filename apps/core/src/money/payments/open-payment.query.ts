import type { EntityManager } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';

/**
 * The first of the two numbers of the advisory lock that serialises opening and closing payments of one
 * person.
 */
const turnsLock = 7_316_005;

/** Locks the opening and closing of this person's payments until the transaction ends. */
export async function takeTurn(tx: EntityManager, owner: string): Promise<void> {
  await one(tx, 'SELECT pg_advisory_xact_lock(:turnsLock, hashtext(:owner))', { turnsLock, owner });
}

/**
 * Gives up the person's open payments. Reconciliation cancels them at the provider after this delay; the
 * caller may cancel them earlier.
 * @returns their intents, as far as they are stored
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
