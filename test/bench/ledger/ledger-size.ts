import { orderedUuid } from '@sixpence/core/panels/ordered-uuid';
import { connected } from '../../support/core/database.js';
import { aLedger, aUser, type LedgerWorld } from '../../support/builders/ledger.js';
import { median, spread, type Figures, type Size } from '../figures.js';
import { ledgerSizes, pairsPerSecond } from './ledger-throughput.js';

const sizes = {
  whole: { transfers: 10_000_000, rounds: 5, warmUpRounds: 1 },
  smoke: { transfers: 1_000, rounds: 1, warmUpRounds: 0 },
};
const rowsPerInsert = 1_000_000;

/**
 * Measures pairs of hold and capture per second with ten million settled jobs in the ledger. The peer is an
 * empty ledger in another database of the same server, with fsync on. Rounds alternate; the first of each is
 * a warm-up.
 */
export async function ledgerSize(size: Size): Promise<Figures> {
  const { people, seconds, clients } = ledgerSizes[size];
  const { transfers, rounds, warmUpRounds } = sizes[size];
  await using after = new AsyncDisposableStack();
  const empty = after.use(await aLedger(clients));
  const full = after.use(await aLedger(clients));
  const ownersOfEmpty = await owners(empty, people);
  const ownersOfFull = await owners(full, people);
  await insertSettledJobs(full, transfers);

  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const withMany = await pairsPerSecond({ world: full, owners: ownersOfFull, clients, seconds });
    const withNone = await pairsPerSecond({ world: empty, owners: ownersOfEmpty, clients, seconds });
    if (round < warmUpRounds) continue;
    ours.push(withMany);
    peer.push(withNone);
  }
  console.log(
    `Ledger with ${transfers.toLocaleString('en')} transfers in it, ${clients} clients, ${rounds} rounds in turn`,
  );
  console.log(`  full       median ${median(ours).toFixed(0)} pairs/s (${spread(ours)})`);
  console.log(`  empty      median ${median(peer).toFixed(0)} pairs/s (${spread(peer)})`);
  const ratio = median(ours) / median(peer);
  console.log(`  ratio      ${ratio.toFixed(2)}`);
  return { ratio };
}

function owners(world: LedgerWorld, people: number): Promise<string[]> {
  return Promise.all(Array.from({ length: people }, () => aUser(world, { balance: '100000.00' })));
}

/**
 * Inserts settled jobs of earlier years directly, without the ledger's functions. Like real ids,
 * theirs are ordered by time.
 */
async function insertSettledJobs({ made }: LedgerWorld, transfers: number): Promise<void> {
  await connected(made.superuserUrl, async (client) => {
    await client.query(`
      SET statement_timeout = 0;
      SET session_replication_role = replica;
      SET synchronous_commit = off;
      SET maintenance_work_mem = '256MB'`);
    // Indexes and keys are rebuilt at the end, because maintaining them row by row would take most of an
    // hour.
    const { rows } = await client.query<{ drop: string; make: string }>(`
      SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
             format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
               pg_get_constraintdef(oid)) AS make
      FROM pg_constraint WHERE conrelid IN ('transfers'::regclass, 'settlements'::regclass)
        AND contype IN ('f', 'p', 'u')
      ORDER BY contype = 'f' DESC, conrelid::regclass::text`);
    const indexes = await client.query<{ drop: string; make: string }>(`
      SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS make
      FROM pg_index WHERE indrelid IN ('transfers'::regclass, 'settlements'::regclass)
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`);
    for (const { drop } of [...rows, ...indexes.rows]) await client.query(drop);
    const before = BigInt(
      `0x${orderedUuid(Date.now() - 3 * 365 * 86_400_000)
        .replaceAll('-', '')
        .slice(0, 12)}`,
    );
    for (let made = 0; made < transfers; made += rowsPerInsert) {
      await client.query(
        `WITH wallets AS (SELECT array_agg(id) AS ids FROM ledger_accounts WHERE kind = 'wallet'),
         written AS (
           INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id)
           SELECT 'hold', ids[1 + n % cardinality(ids)], 1, 'GBP', 15,
                  overlay(overlay(md5(n::text) PLACING lpad(to_hex($1::bigint + n * 9), 12, '0')
                    FROM 1) PLACING '7' FROM 13)::uuid
           FROM wallets, generate_series($2::bigint, $3::bigint) AS n RETURNING id
         )
         INSERT INTO settlements (hold_id, held_minor, captured_minor, returned_minor) SELECT id, 15, 15, 0
           FROM written`,
        [before.toString(), made, Math.min(made + rowsPerInsert, transfers) - 1],
      );
    }
    for (const { make } of [...indexes.rows, ...rows.toReversed()]) await client.query(make);
    await client.query('VACUUM (ANALYZE, FREEZE) transfers');
    await client.query('VACUUM (ANALYZE, FREEZE) settlements');
  });
}
