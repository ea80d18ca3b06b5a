import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoopbackClient } from '../../support/peers/loopback-client.js';
import { halfSilentNames } from '../../support/peers/mail-floods.js';
import { Panel } from '../../support/browser/panel.js';
import { aPdf } from '../../support/documents/pdf.js';
import { startWorld, type World } from '../../support/worlds/world.js';
import { floods, type FloodSizes, type Target } from './flooder.js';
import type { Order, FlooderAnswer } from './flooder-process.js';
import { percentile, type Figures, type Size } from '../figures.js';
import { Forked } from '../forked.js';
import { probeFor, probes, type HonestUser, type ProbeResult } from './honest.js';

interface Sizes {
  /** The time for which honest users act during each flood. Without a flood they act twice as long. */
  readonly ms: number;
  readonly patienceMs: number;
  /** The number of honest users that take turns at each act. */
  readonly people: number;
  readonly newcomers: number;
  /** The number of users of the hall. */
  readonly hall: number;
  readonly floodSizes: FloodSizes;
  /** The number of floods beside which honest users act. The others only begin and stop. */
  readonly probedFloods: number;
}

const sizes: Record<Size, Sizes> = {
  whole: {
    ms: 8_000,
    patienceMs: 15_000,
    people: 12,
    newcomers: 45,
    hall: 300,
    floodSizes: {
      conversations: 50,
      senders: 30,
      pings: 32_000,
      silent: 2_000,
      folds: 60_000,
      hallSpreadMs: 8_000,
    },
    probedFloods: Infinity,
  },
  smoke: {
    ms: 0,
    patienceMs: 60_000,
    people: 1,
    newcomers: 1,
    hall: 2,
    floodSizes: { conversations: 1, senders: 1, pings: 10, silent: 10, folds: 100, hallSpreadMs: 0 },
    probedFloods: 1,
  },
};
/** The longest duration of a flood. */
const longestMs = 10_000;
const password = 'Sixpence1';
const printAddress = 'print@print.localhost';
const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.0/8 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

/**
 * Measures the 95th percentile of honest users' waiting times during each flood, as a ratio to the same
 * without a flood. Floods come from their own process and from other addresses of this machine. Each honest
 * user has their own address.
 */
export async function besideFloods(size: Size): Promise<Figures> {
  const { ms, patienceMs, people, newcomers, hall, floodSizes, probedFloods } = sizes[size];
  await using after = new AsyncDisposableStack();
  const dns = await halfSilentNames(zone);
  after.defer(() => void dns.close());
  const intakeEnvironment = { DNS_SERVERS: `127.0.0.1:${dns.address().port}` };
  const parts = ['converter', 'agent', 'printers', 'intake'] as const;
  const world = await startWorld({ parts, printers: ['hall', 'library'], intakeEnvironment });
  after.defer(() => world.stop());
  const flooder = after.use(new Forked(new URL('flooder-process.js', import.meta.url)));
  const target = await targetOf(world, {
    newcomers: await accounts(world, { count: newcomers, areNew: true }),
    hall: await signInUsers(world, { count: hall, network: '127.3' }),
  });
  const honest = await signInUsers(world, { count: people * Object.keys(probes).length, network: '127.2' });
  const panels = {
    typed: await Panel.open(world.panelUrl('hall')),
    shown: await Panel.open(world.panelUrl('library')),
  };
  const context = { target, panels, document: await aPdf({ pages: 1 }) };
  const probe = (forMs: number) => probeFor(context, honest, { ms: forMs, patienceMs });

  const alone = await probe(ms);
  const beside = new Map<string, Beside>();
  for (const [turn, flood] of Object.keys(floods).entries()) {
    const order = { flood, target, from: `127.1.${turn}.1`, floodSizes };
    const work = () => (turn < probedFloods ? probe(ms) : Promise.resolve({}));
    beside.set(flood, await runDuringFlood(flooder, order, work));
    // Resets the attempt budgets that this flood has used up, before the honest users and the next flood.
    await world.query('DELETE FROM attempt_budgets');
  }
  // Honest users act before and after the floods, because the load of the machine changes meanwhile.
  const later = size === 'whole' ? await probe(ms) : {};
  for (const [name, { times, refused }] of Object.entries(later)) {
    alone[name]!.times.push(...times);
    alone[name]!.refused.push(...refused);
  }
  panels.typed.close();
  panels.shown.close();
  return reportFloods(alone, beside);
}

/** The results of honest users beside a flood, and the flood itself. */
interface Beside {
  readonly probes: Readonly<Record<string, ProbeResult>>;
  /** The acts of the flood that the service answered. */
  readonly acts: number;
}

/**
 * Runs `work` during a flood and returns its result after the flood has ended.
 * @throws Error when the flood reaches nothing
 */
async function runDuringFlood(
  flooder: Forked,
  order: Order,
  work: () => Promise<Record<string, ProbeResult>>,
): Promise<Beside> {
  await sendOrder(flooder, order);
  const ended = new AbortController();
  const [found, acts] = await Promise.all([
    work().finally(() => ended.abort()),
    endFlood(flooder, ended.signal),
  ]);
  return { probes: found, acts };
}

/**
 * Ends the flood when the work is done, or at the longest duration of a flood.
 * @returns the acts that the service answered
 */
async function endFlood(flooder: Forked, ended: AbortSignal): Promise<number> {
  await Promise.race([sleep(longestMs, undefined, { ref: false }), once(ended, 'abort')]);
  const answer = await sendOrder(flooder, 'stop');
  return 'times' in answer ? answer.times : 0;
}

/**
 * @returns once the flooder has carried out the order
 * @throws Error when it cannot
 */
async function sendOrder(flooder: Forked, order: Order): Promise<FlooderAnswer> {
  const answer = await flooder.ask<FlooderAnswer>(order);
  if ('failed' in answer) throw new Error(`The flood failed: ${answer.failed}`);
  return answer;
}

/** Prints the results, and returns them as figures. */
function reportFloods(
  alone: Readonly<Record<string, ProbeResult>>,
  beside: ReadonlyMap<string, Beside>,
): Figures {
  const figures: Record<string, number> = {};
  console.log('Honest users during floods: p95, and its ratio to p95 without a flood (aim: at most 5)');
  console.log(
    `  without a flood: ${Object.entries(alone)
      .map(([name, result]) => line(name, result))
      .join(', ')}`,
  );
  for (const [flood, { probes: found, acts }] of beside) {
    if (Object.keys(found).length === 0) continue;
    const ratios = Object.entries(found).map(([name, { times }]) => {
      return percentile(times, 95) / percentile(alone[name]!.times, 95);
    });
    const lines = Object.entries(found).map(([name, result], at) => line(name, result, ratios[at]));
    console.log(`  ${flood}, ${acts} acts: ${lines.join(', ')}`);
    figures[`${flood}, worst ratio`] = Math.max(...ratios);
    figures[`${flood}, refused`] = Object.values(found).flatMap(({ refused }) => refused).length;
  }
  return figures;
}

function line(name: string, { times, refused }: ProbeResult, ratio?: number): string {
  const p95 = `${name} ${percentile(times, 95).toFixed(0)} ms`;
  const tally =
    refused.length > 0 ? ` (refused: ${[...new Set(refused)].join('; ')}, ${refused.length} ×)` : '';
  return `${p95}${ratio === undefined ? '' : ` × ${ratio.toFixed(1)}`} of ${times.length}${tally}`;
}

async function targetOf(
  world: World,
  { newcomers, hall }: { newcomers: readonly string[]; hall: readonly HonestUser[] },
): Promise<Target> {
  const { port } = new URL(world.url);
  const panel = new URL(world.panelUrl('hall'));
  const client = new LoopbackClient(world.url, '127.1.255.1');
  const cookies = await Promise.all(newcomers.map((email) => client.signIn({ email, password })));
  const paired = await fetch(panel, { redirect: 'manual' });
  return {
    url: world.url,
    mailPort: world.mailPort,
    printAddress,
    sockets: {
      gateway: { url: `http://127.0.0.1:${port}/gateway`, headers: {} },
      live: {
        url: `http://127.0.0.1:${port}/live`,
        headers: { cookie: cookies[0] ?? '', origin: world.url },
      },
      panel: {
        url: `http://127.0.0.1:${panel.port}${panel.pathname}/socket`,
        headers: {
          host: panel.host,
          origin: panel.origin,
          cookie: paired.headers.get('set-cookie')?.split(';')[0] ?? '',
        },
      },
    },
    newcomers: cookies,
    hall: hall.map(({ cookie, address }) => ({ cookie, address })),
    victim: (await accounts(world, { count: 1, areNew: false }))[0]!,
  };
}

/** Signed-in users, each with an address of their own in this network. */
async function signInUsers(
  world: World,
  { count, network }: { count: number; network: string },
): Promise<HonestUser[]> {
  const emails = await accounts(world, { count, areNew: false });
  return Promise.all(
    emails.map(async (email, at) => {
      const address = `${network}.${at >> 7}.${(at & 127) + 1}`;
      const client = new LoopbackClient(world.url, address);
      const cookie = await client.signIn({ email, password });
      return { email, password, client, address, cookie };
    }),
  );
}

const joinedFromOneNetwork = `
  UPDATE users SET joined_network = 'one network'::bytea
  WHERE id IN (SELECT user_id FROM addresses WHERE address = ANY($1))`;

/** The number of addresses that this run has generated. */
let accountCount = 0;

/**
 * Adds accounts with this bench's password by SQL, because the operator's command takes a second for each.
 * New accounts come from one network.
 */
async function accounts(
  world: World,
  { count, areNew }: { count: number; areNew: boolean },
): Promise<string[]> {
  if (accountCount === 0) await world.askOperator('user', 'add', 'first@example.com', '--password', password);
  const emails = Array.from({ length: count }, () => `person-${(accountCount += 1)}@example.com`);
  await world.query(
    `WITH like_first AS (
       SELECT u.* FROM users u JOIN addresses a ON a.user_id = u.id WHERE a.address = 'first@example.com'
     ),
     named AS (SELECT gen_random_uuid() AS id, email FROM unnest($1::text[]) AS email),
     people AS (
       INSERT INTO users (id, password_hash) SELECT named.id, password_hash FROM named, like_first
     )
     INSERT INTO addresses (address, user_id, proven_by, is_primary)
     SELECT email, id, 'operator', true FROM named`,
    [emails],
  );
  if (areNew) await world.query(joinedFromOneNetwork, [emails]);
  return emails;
}
