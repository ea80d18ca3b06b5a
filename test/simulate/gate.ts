import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const looks = 12;

/** Locks a user's wallet until the calls of `work` wait for it, so that two of them meet in the middle. */
export async function gated<T>(superuser: Client, owner: string, work: () => Promise<T>): Promise<T> {
  await superuser.query(`BEGIN; SELECT FROM ledger_accounts WHERE owner_id = '${owner}' FOR UPDATE`);
  const sent = work();
  // Limits the wait, because a call may end before it needs the wallet.
  for (let look = 0; look < looks && (await waiting(superuser)) < 2; look += 1) await sleep(1);
  await superuser.query('COMMIT');
  return sent;
}

async function waiting(superuser: Client): Promise<number> {
  const { rows } = await superuser.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}
