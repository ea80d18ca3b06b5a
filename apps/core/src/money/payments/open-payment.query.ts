import type { EntityManager } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';

/** The first number of the advisory lock; the second is a hash of the person's id. */
const openPaymentsLock = 7_316_005;

/** Serialises opening and giving up payments of this person, until the transaction ends. */
export async function lockOpenPayments(tx: EntityManager, owner: string): Promise<void> {
  await one(tx, 'SELECT pg_advisory_xact_lock(:openPaymentsLock, hashtext(:owner))', {
    openPaymentsLock,
    owner,
  });
}

/**
 * Gives up the person's open payments. Reconciliation cancels them at the provider after `lookAfterSeconds`;
 * the caller may cancel them earlier.
 * @returns the stored intents of these payments; a payment in `asked` has none
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
