import { one, type Queries } from '../../../platform/database/sql.js';

/** Whether an account that joined from this network has paid for a top-up. */
export async function hasPayingAccount(queries: Queries, networkHash: Buffer): Promise<boolean> {
  const row = await one<{ hasPaid: boolean }>(
    queries,
    `SELECT EXISTS (
       SELECT 1 FROM users u JOIN payments p ON p.owner_id = u.id
       WHERE u.joined_network = :networkHash AND p.credited_at IS NOT NULL
     ) AS has_paid`,
    { networkHash },
  );
  return row?.hasPaid === true;
}
