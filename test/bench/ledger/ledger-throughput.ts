import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { orderedUuid } from '@sixpence/core/panels/ordered-uuid';
import { money } from '@sixpence/money/money';
import { sharedServices } from '@sixpence/sandbox/testing/shared-services';
import { toolPath } from '@sixpence/sandbox/tools';
import { Client } from 'pg';
import { aLedger, aUser, hold, settleHold, type LedgerWorld } from '../../support/builders/ledger.js';
import { median, spread, type Figures, type Size } from '../figures.js';

interface Sizes {
  /** The clients of the measurement, and those of a second one that shows the service under more load. */
  readonly clients: number;
  readonly manyClients: number;
  readonly people: number;
  /** The duration of one of our rounds. `pgbench` takes whole seconds. */
  readonly seconds: number;
  readonly peerSeconds: number;
  readonly rounds: number;
  /** The scale of `pgbench`: 100,000 accounts each. */
  readonly scale: number;
}

export const ledgerSizes: Record<Size, Sizes> = {
  whole: { clients: 8, manyClients: 64, people: 200, seconds: 5, peerSeconds: 5, rounds: 3, scale: 20 },
  smoke: { clients: 2, manyClients: 4, people: 8, seconds: 0.2, peerSeconds: 1, rounds: 1, scale: 1 },
};
const run = promisify(execFile);

/**
 * Measures pairs of hold and capture per second, two transactions a pair, by 8 clients and by 64 over 200
 * wallets. The peer is `pgbench`'s default script (`-s 20`) with as many clients on the same PostgreSQL with
 * fsync on. Rounds alternate.
 */
export async function ledgerThroughput(size: Size): Promise<Figures> {
  const { people, scale, clients, manyClients } = ledgerSizes[size];
  const peerDatabase = await preparePeer(scale);
  await using world = await aLedger(manyClients);
  const owners = await Promise.all(
    Array.from({ length: people }, () => aUser(world, { balance: '100000.00' })),
  );
  const place = { world, owners, peerDatabase };
  const ratio = await compareRates(place, clients, size);
  const manyClientsRatio = await compareRates(place, manyClients, size);
  const broken = await world.verifier.breaches();
  if (broken.length > 0) throw new Error(`The ledger is not clean after the run: ${JSON.stringify(broken)}`);
  return { ratio, 'many clients ratio': manyClientsRatio };
}

interface Place {
  readonly world: LedgerWorld;
  readonly owners: readonly string[];
  readonly peerDatabase: string;
}

/** @returns our pairs a second, divided by the transactions a second of `pgbench` */
async function compareRates(
  { world, owners, peerDatabase }: Place,
  clients: number,
  size: Size,
): Promise<number> {
  const { seconds, peerSeconds, rounds } = ledgerSizes[size];
  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await pairsPerSecond({ world, owners, clients, seconds }));
    peer.push(await pgbench(peerDatabase, clients, peerSeconds));
  }
  console.log(
    `Ledger: hold + capture pairs a second, ${clients} clients, ${rounds} rounds in turn with the peer`,
  );
  console.log(
    `  Sixpence   median ${median(ours).toFixed(0)} pairs/s (${spread(ours)}), two transactions each`,
  );
  console.log(`  pgbench    median ${median(peer).toFixed(0)} transactions/s (${spread(peer)})`);
  const ratio = median(ours) / median(peer);
  console.log(`  ratio      ${ratio.toFixed(2)}`);
  return ratio;
}

/** Each pair is two calls in separate transactions: a hold of 15p, and its capture. */
export async function pairsPerSecond({
  world,
  owners,
  clients,
  seconds,
}: {
  world: LedgerWorld;
  owners: readonly string[];
  clients: number;
  seconds: number;
}): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const price = money(15, 'GBP');
  let pairs = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const owner = owners[Math.floor(Math.random() * owners.length)] ?? '';
        const jobId = orderedUuid();
        await hold(world, { jobId, owner, price });
        await settleHold(world, { jobId, capture: price });
        pairs += 1;
      }
    }),
  );
  return pairs / seconds;
}

async function preparePeer(scale: number): Promise<string> {
  const server = new Client({ connectionString: `${sharedServices().postgresUrl}postgres` });
  await server.connect();
  // Other benches may use the same server.
  const name = `pgbench_peer_${randomBytes(6).toString('hex')}`;
  await server.query(`CREATE DATABASE ${name}`);
  await server.end();
  const url = `${sharedServices().postgresUrl}${name}`;
  await run(toolPath('pgbench'), ['-i', '-q', '-s', String(scale), url]);
  return url;
}

async function pgbench(url: string, clients: number, seconds: number): Promise<number> {
  const { stdout } = await run(toolPath('pgbench'), [
    '-n',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    url,
  ]);
  const tps = /tps = ([\d.]+) \(without initial/.exec(stdout)?.[1];
  if (tps === undefined) throw new Error(`pgbench printed no figure: ${stdout}`);
  return Number(tps);
}
