import { one, type Queries } from '../../../platform/database/sql.js';

/**
 * Declined cards and credited payments, within the last `hours`, of all accounts that were made from the same
 * network as this person's. Both numbers are 0 for a person who has paid before, so that the network does not
 * count against such a person.
 */
export async function declinesOfNetwork(
  queries: Queries,
  { owner, hours }: { owner: string; hours: number },
): Promise<{ declines: number; paid: number }> {
  const row = await one<{ declines: number; paid: number }>(
    queries,
    `SELECT coalesce(sum(p.declines), 0) AS declines, count(p.credited_at) AS paid
     FROM users own JOIN users u ON u.joined_network = own.joined_network JOIN payments p ON p.owner_id = u.id
     WHERE own.id = :owner AND p.created_at > app_now() - make_interval(hours => :hours)
       AND NOT EXISTS (SELECT 1 FROM payments paid
         WHERE paid.owner_id = own.id AND paid.credited_at IS NOT NULL)`,
    { owner, hours },
  );
  return row ?? { declines: 0, paid: 0 };
}
