import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const maxPolls = 12;

/** Locks a user's wallet until both calls of `work` wait for it, so that they run at the same moment. */
export async function meetAtWallet<T>(superuser: Client, owner: string, work: () => Promise<T>): Promise<T> {
  await superuser.query(`BEGIN; SELECT FROM ledger_accounts WHERE owner_id = '${owner}' FOR UPDATE`);
  const calls = work();
  // Limits the wait, because a call may end before it needs the wallet.
  for (let poll = 0; poll < maxPolls && (await countWaiting(superuser)) < 2; poll += 1) await sleep(1);
  await superuser.query('COMMIT');
  return calls;
}

async function countWaiting(superuser: Client): Promise<number> {
  const { rows } = await superuser.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}
