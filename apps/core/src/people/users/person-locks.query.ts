import type { EntityManager } from 'typeorm';
import { one } from '../../platform/database/sql.js';

/**
 * Whether the person has left or does not exist. Serialised with the erasure of the account by the person's
 * row: if the erasure wins, this returns true; otherwise the erasure waits for this transaction. The caller
 * locks the wallet first, as all transactions do.
 */
export async function hasLeft(tx: EntityManager, owner: string): Promise<boolean> {
  const person = await one<{ left: boolean }>(
    tx,
    'SELECT erased_at IS NOT NULL AS "left" FROM users WHERE id = :owner FOR KEY SHARE',
    { owner },
  );
  return person?.left !== false;
}

/**
 * Locks the person's row, for work that concerns everything of a person, such as counting their documents.
 * The erasure of an account locks the same row.
 * @returns whether the account exists and is not erased
 */
export async function lockPerson(tx: EntityManager, userId: string): Promise<boolean> {
  const person = await one<{ isThere: boolean }>(
    tx,
    'SELECT erased_at IS NULL AS is_there FROM users WHERE id = :userId FOR NO KEY UPDATE',
    { userId },
  );
  return person?.isThere === true;
}
