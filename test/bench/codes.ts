import { randomUUID } from 'node:crypto';
import { ReleaseWorld, type TestSite } from '../support/worlds/release.js';
import { median, spread, timed, type Figures, type Size } from './figures.js';

const few = 10;

interface Sizes {
  readonly many: number;
  readonly clients: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly warmUpRounds: number;
}

const sizes: Record<Size, Sizes> = {
  whole: { many: 10_000, clients: 8, seconds: 5, rounds: 5, warmUpRounds: 1 },
  smoke: { many: 20, clients: 2, seconds: 0.2, rounds: 1, warmUpRounds: 0 },
};

/** A signed-in user who requests codes. */
interface CodeOwner {
  userId: string;
  sessionId: string;
}

interface Service {
  world: ReleaseWorld;
  /** The number of active codes that no panel uses during the round. */
  active: number;
  sites: TestSite[];
  owners: CodeOwner[];
}

interface Round {
  pairsPerSecond: number;
  /** The 99th percentile of issuing and of redeeming a code, each. */
  p99Ms: number;
}

/**
 * Measures how many codes per second 8 clients issue and redeem, each at its own printer, while one more
 * client issues codes in a loop. Compares 10,000 active codes with 10, on two databases of one server. Rounds
 * alternate; the first of each is a warm-up.
 */
export async function codes(size: Size): Promise<Figures> {
  const { many, clients, seconds, rounds, warmUpRounds } = sizes[size];
  await using after = new AsyncDisposableStack();
  const peer = await serviceWith(after.use(await ReleaseWorld.start()), { active: few, clients });
  const ours = await serviceWith(after.use(await ReleaseWorld.start()), { active: many, clients });
  const figures = { ours: [] as Round[], peer: [] as Round[] };
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const measured = { ours: await measure(ours, seconds), peer: await measure(peer, seconds) };
    if (round < warmUpRounds) continue;
    figures.ours.push(measured.ours);
    figures.peer.push(measured.peer);
  }

  console.log(
    `Codes: issued and redeemed, ${clients} clients while one more issues, ${rounds} rounds in turn`,
  );
  const line = (of: Round[]) => {
    const perSecond = of.map(({ pairsPerSecond }) => pairsPerSecond);
    const p99 = of.map(({ p99Ms }) => p99Ms);
    return `median ${median(perSecond).toFixed(0)} pairs/s (${spread(perSecond)}), p99 ${median(p99).toFixed(1)} ms (${spread(p99)})`;
  };
  console.log(`  ${many.toLocaleString('en')} active   ${line(figures.ours)}`);
  console.log(`  ${few} active   ${line(figures.peer)}`);
  // Compares round by round, because the load of the machine changes between rounds.
  const ratios = (of: (ours: Round, peer: Round) => number) =>
    figures.ours.map((round, turn) => of(round, figures.peer[turn]!));
  const rateRatios = ratios((ours, peer) => peer.pairsPerSecond / ours.pairsPerSecond);
  const p99Ratios = ratios((ours, peer) => ours.p99Ms / peer.p99Ms);
  const [ratio, p99Ratio] = [median(rateRatios), median(p99Ratios)];
  console.log(`  ratio      ${ratio.toFixed(2)} of the rate, ${p99Ratio.toFixed(2)} of p99 (aim: ≤ 1.2)`);
  return { ratio, 'p99 ratio': p99Ratio };
}

async function serviceWith(
  world: ReleaseWorld,
  { active, clients }: { active: number; clients: number },
): Promise<Service> {
  const sites = await Promise.all(Array.from({ length: clients }, () => world.aSite({ slugs: ['hall'] })));
  const waiting = await newOwners(world, active);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let owner = waiting.pop(); owner; owner = waiting.pop()) await world.codes.issue(owner);
    }),
  );
  await world.database.query('VACUUM ANALYZE print_codes');
  return { world, active, sites, owners: await newOwners(world, clients + 1) };
}

async function newOwners(world: ReleaseWorld, count: number): Promise<CodeOwner[]> {
  return world.database.query(
    `WITH people AS (INSERT INTO users SELECT FROM generate_series(1, $1) RETURNING id)
     INSERT INTO sessions (token_hash, user_id, expires_at)
     SELECT gen_random_uuid()::text::bytea, id, app_now() + interval '1 day' FROM people
     RETURNING id AS "sessionId", user_id AS "userId"`,
    [count],
  );
}

async function measure({ world, active, sites, owners }: Service, seconds: number): Promise<Round> {
  // Keeps these codes active for the whole round, even if the rounds of the other side took long.
  await world.database.query(
    `UPDATE print_codes SET expires_at = app_now() + interval '5 minutes' WHERE state = 'active'`,
  );
  const [loopOwner, ...typingOwners] = owners;
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  await Promise.all([
    ...typingOwners.map(async (owner, turn) => {
      const site = sites[turn]!;
      const place = { printerId: site.printers['hall']!, requestId: '' };
      while (performance.now() < end) {
        let code = '';
        times.push(await timed(async () => ({ code } = await world.codes.issue(owner))));
        const ask = { ...place, requestId: randomUUID(), code };
        times.push(await timed(() => world.sessions.redeem(site.agent.id, ask)));
      }
    }),
    (async () => {
      while (performance.now() < end) await world.codes.issue(loopOwner!);
    })(),
  ]);
  const [row]: { count: number }[] = await world.database.query(
    `SELECT count(*)::int AS count FROM print_codes WHERE state = 'active' AND expires_at > app_now()`,
  );
  if (row!.count < active) throw new Error(`Only ${row!.count} of ${active} codes were active at the end`);
  const sorted = times.sort((a, b) => a - b);
  return {
    pairsPerSecond: times.length / 2 / seconds,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}
