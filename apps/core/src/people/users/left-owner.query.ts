import type { EntityManager } from 'typeorm';
import { one } from '../../platform/database/sql.js';

/**
 * Whether the person has left. Whoever erases an account locks the row of the person: this waits for them, and they for
 * whoever has asked this. A wallet is locked before, as everywhere.
 */
export async function hasLeft(tx: EntityManager, owner: string): Promise<boolean> {
  const person = await one<{ left: boolean }>(
    tx,
    'SELECT erased_at IS NOT NULL AS "left" FROM users WHERE id = :owner FOR KEY SHARE',
    { owner },
  );
  return person?.left !== false;
}
