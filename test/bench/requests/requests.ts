import { randomBytes } from 'node:crypto';
import { startWorld } from '../../support/worlds/world.js';
import { median, percentile, spread, type Figures, type Size } from '../figures.js';
import { Forked } from '../forked.js';
import type { BareOrder } from './bare-server.js';
import { manyVisitors, visit, type Visitor } from './dashboards.js';
import { KeptConnection } from './kept-connection.js';

interface Sizes {
  readonly connections: number;
  /** The users of one connection, so many that no user exceeds a budget. */
  readonly peopleOfConnection: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly warmUpRounds: number;
}

const sizes: Record<Size, Sizes> = {
  whole: { connections: 32, peopleOfConnection: 8, seconds: 5, rounds: 3, warmUpRounds: 1 },
  smoke: { connections: 2, peopleOfConnection: 2, seconds: 0.2, rounds: 1, warmUpRounds: 0 },
};

interface Round {
  requestsPerSecond: number;
  p99Ms: number;
}

/** The connections to one server, each with users who visit one after the other. */
type Load = readonly { connection: KeptConnection; people: readonly Visitor[] }[];

/**
 * Measures signed-in requests per second of a core in its own process: session checks, lists of five
 * documents, balances, wallets, and print codes, as dashboards mix them. The peer is a bare `node:http`
 * server on the same PostgreSQL, which reads one row and answers the same bytes. Rounds alternate.
 */
export async function requests(size: Size): Promise<Figures> {
  const { connections, peopleOfConnection, seconds, rounds, warmUpRounds } = sizes[size];
  const secretKey = randomBytes(32);
  await using after = new AsyncDisposableStack();
  const world = await startWorld({
    parts: [],
    coreEnvironment: { SECRET_KEY: secretKey.toString('base64') },
  });
  after.defer(() => world.stop());
  const people = await manyVisitors(world, secretKey, connections * peopleOfConnection);
  const connectTo = async (port: number): Promise<Load> => {
    const opening = Array.from({ length: connections }, async (_, at) => {
      const connection = after.use(await KeptConnection.open(port, `127.0.0.${at + 2}`));
      return { connection, people: people.filter((_person, index) => index % connections === at) };
    });
    return Promise.all(opening);
  };
  const port = Number(new URL(world.url).port);
  const answers = await answersOf(port, people[0]!);
  const bare = after.use(new Forked(new URL('bare-server.js', import.meta.url)));
  const order: BareOrder = {
    databaseUrl: world.database.url,
    answers,
    people: Object.fromEntries(people.map(({ cookie, id }) => [cookie, id])),
  };
  const barePort = await bare.ask<number>(order);
  // Opened when everything else has started, because core closes a connection that sends nothing for 10 s.
  const peer = await connectTo(barePort);
  const ours = await connectTo(port);

  const measured = { ours: [] as Round[], peer: [] as Round[] };
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const [our, their] = [await measure(ours, seconds), await measure(peer, seconds)];
    if (round < warmUpRounds) continue;
    measured.ours.push(our);
    measured.peer.push(their);
  }
  return reportRounds(measured, `${connections} kept connections of ${people.length} users`);
}

function reportRounds({ ours, peer }: Record<'ours' | 'peer', Round[]>, clients: string): Figures {
  const line = (of: Round[]) => {
    const perSecond = of.map(({ requestsPerSecond }) => requestsPerSecond);
    const p99 = of.map(({ p99Ms }) => p99Ms);
    return `median ${median(perSecond).toFixed(0)} requests/s (${spread(perSecond)}), p99 ${median(p99).toFixed(1)} ms (${spread(p99)})`;
  };
  // Compares round by round, because the load of the machine changes between rounds.
  const ratioOf = (value: (round: Round) => number) =>
    median(ours.map((round, turn) => value(round) / value(peer[turn]!)));
  const ratio = ratioOf(({ requestsPerSecond }) => requestsPerSecond);
  const p99Ratio = ratioOf(({ p99Ms }) => p99Ms);
  console.log(`Signed-in requests of dashboards, ${clients}, ${ours.length} rounds in turn with the peer`);
  console.log(`  Sixpence             ${line(ours)} (aim: >= 6000 on two cores, <= 15 ms)`);
  console.log(`  bare, one SELECT     ${line(peer)}`);
  console.log(`  ratio      ${ratio.toFixed(2)} of the rate, ${p99Ratio.toFixed(2)} of p99`);
  return {
    'a second': median(ours.map(({ requestsPerSecond }) => requestsPerSecond)),
    'p99 ms': median(ours.map(({ p99Ms }) => p99Ms)),
    ratio,
    'p99 ratio': p99Ratio,
  };
}

/** The body of core's answer to each call of a visit. */
async function answersOf(port: number, visitor: Visitor): Promise<Record<string, string>> {
  using connection = await KeptConnection.open(port, '127.0.0.2');
  const answers: Record<string, string> = {};
  for (const [at, { method, path }] of visit.entries())
    answers[`${method} ${path}`] = await connection.ask(visitor.requests[at]!);
  return answers;
}

/** Each connection sends its next request when it has the answer to the last one. */
async function measure(load: Load, seconds: number): Promise<Round> {
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  const visitors = load.map(async ({ connection, people }, at) => {
    // Connections begin a visit at different calls, so that they do not all make the same call at once.
    for (let turn = at; performance.now() < end; turn += 1) {
      const person = people[Math.floor(turn / visit.length) % people.length]!;
      const sentAt = performance.now();
      await connection.ask(person.requests[turn % visit.length]!);
      times.push(performance.now() - sentAt);
    }
  });
  await Promise.all(visitors);
  const tookSeconds = (performance.now() - begin) / 1_000;
  return { requestsPerSecond: times.length / tookSeconds, p99Ms: percentile(times, 99) };
}
