import type { EntityManager } from 'typeorm';
import { one } from '../../platform/database/sql.js';

/**
 * Whether the person has left (or does not exist). Serialised with the erasure of the account by the person's
 * row: if the erasure wins, this returns true; otherwise the erasure waits for this transaction. A wallet
 * must be locked before, as everywhere.
 */
export async function hasLeft(tx: EntityManager, owner: string): Promise<boolean> {
  const person = await one<{ left: boolean }>(
    tx,
    'SELECT erased_at IS NOT NULL AS "left" FROM users WHERE id = :owner FOR KEY SHARE',
    { owner },
  );
  return person?.left !== false;
}
