import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { AgentAnswer, AgentRequest, AgentRequestName } from '@sixpence/contracts/agent/gateway';
import { refusals } from '@sixpence/contracts/refusals';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { connected } from '../support/core/database.js';
import { eventually } from '../support/eventually.js';
import { killedAt, type Halt, type Stop } from '../support/faults/killed-database.js';
import { agreedTo, ReleaseWorld, type TestSite } from '../support/worlds/release.js';
import { TestAgentSocket } from '../support/worlds/sockets.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;

beforeAll(async () => {
  // This file starts its own PostgreSQL server, because the tests kill it. The server is durable, because
  // committed changes must survive.
  after.defer(await startSharedServices({ durable: true }));
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
});
afterEach(async () => {
  expect(await world.breaches()).toEqual([]);
});
afterAll(() => after.disposeAsync());

const writes = (...tables: string[]) =>
  tables.map((write): [string, Stop] => [`at its write to ${write}`, { write }]);
const committed: [string, Stop] = ['after the commit, before the answer', 'committed'];

/** Repeats the request on new connections, like a box, until core reaches its database again. */
function requestUntilAnswered<N extends AgentRequestName>(
  name: N,
  body: AgentRequest<N>,
): Promise<AgentAnswer<N>> {
  return eventually(async () => {
    const agent = await TestAgentSocket.of(world.core.url, site.agent);
    try {
      const answer = await agent.ask(name, body).catch(() => undefined);
      return answer?.status === 'ok' && (answer.body as AgentAnswer<N>);
    } finally {
      await agent.wire.close();
    }
  });
}

/**
 * Sends the request once. The connection is made before the stop is set, because core already reads jobs at
 * the `hello` and would stop there.
 */
async function requestOnceAt<N extends AgentRequestName>(at: Halt, name: N, body: AgentRequest<N>) {
  const agent = await TestAgentSocket.of(world.core.url, site.agent);
  try {
    return await killedAt(world.core.superuserUrl, at, () => agent.ask(name, body));
  } finally {
    await agent.wire.close();
  }
}

/**
 * A user with one pound of credit, signed in at the printer. `press` is the request to print two documents of
 * three pages.
 */
async function aPress() {
  const owner = await world.aPerson('1.00');
  await world.aDocument(owner);
  await world.aDocument(owner);
  const listing = await world.logIn(site, owner);
  const press: AgentRequest<'release'> = {
    releaseId: randomUUID(),
    panelSessionId: listing.panelSessionId,
    documents: agreedTo(listing.documents),
  };
  return { owner, press };
}

async function ledgerOf(owner: string) {
  return connected(world.core.superuserUrl, async (client) => {
    const { rows } = await client.query<{ holds: number; settlements: number; posted: number; held: number }>(
      `SELECT (SELECT count(*)::int FROM transfers t WHERE t.wallet_id = w.id AND t.kind = 'hold') AS holds,
              (SELECT count(*)::int FROM settlements s JOIN transfers t ON t.id = s.hold_id
                WHERE t.wallet_id = w.id) AS settlements,
              posted_minor::int AS posted, held_minor::int AS held
       FROM ledger_accounts w WHERE w.owner_id = $1`,
      [owner],
    );
    return rows[0];
  });
}

describe('PostgreSQL is killed during a press of PRINT', () => {
  const stops: [string, Stop][] = [
    ['before the release is placed', { read: 'price_lists' }],
    ...writes('transfers', 'ledger_accounts', 'panel_sessions', 'releases', 'documents', 'jobs', 'outbox'),
    committed,
  ];

  test.each(stops)(
    '%s: the box gets an error, and a repeated request places the holds only once',
    async (_, stop) => {
      const { owner, press } = await aPress();
      const sql = typeof stop === 'object' && 'read' in stop ? stop.read : 'place_release(';
      const first = await requestOnceAt({ stop, sql }, 'release', press);
      expect(first).toEqual({ status: 'failed', message: refusals['service.unavailable'].sentence });
      expect((await ledgerOf(owner))?.holds).toBe(stop === 'committed' ? 2 : 0);
      const answer = await requestUntilAnswered('release', press);
      expect(answer.available.minor).toBe(70);
      const again = await requestUntilAnswered('release', press);
      expect(again.jobs.map(({ jobId }) => jobId)).toEqual(answer.jobs.map(({ jobId }) => jobId));
      expect(await ledgerOf(owner)).toEqual({ holds: 2, settlements: 0, posted: 100, held: 30 });
      for (const { jobId } of answer.jobs)
        await requestUntilAnswered('settle', { jobId, outcome: 'never-began', impressions: 0 });
    },
  );
});

describe('PostgreSQL is killed during a settlement', () => {
  const stops: [string, Stop][] = [
    ['before the job is settled', { read: 'jobs' }],
    ...writes('settlements', 'ledger_accounts', 'jobs', 'panel_sessions', 'documents', 'outbox'),
    committed,
  ];

  test.each(stops)(
    '%s: the box gets an error, and a repeated request settles the job only once',
    async (_, stop) => {
      const { owner, press } = await aPress();
      const [job, other] = (await requestUntilAnswered('release', press)).jobs;
      const end = { jobId: job!.jobId, outcome: 'aborted' as const, impressions: 2 };
      const sql = typeof stop === 'object' && 'read' in stop ? 'j.agent_id =' : 'settle_job(';
      const first = await requestOnceAt({ stop, sql }, 'settle', end);
      expect(first).toEqual({ status: 'failed', message: refusals['service.unavailable'].sentence });
      expect((await ledgerOf(owner))?.settlements).toBe(stop === 'committed' ? 1 : 0);
      const answer = await requestUntilAnswered('settle', end);
      expect(answer).toMatchObject({
        state: 'partial',
        impressions: 2,
        captured: { minor: 10 },
        returned: { minor: 5 },
      });
      expect(await requestUntilAnswered('settle', end)).toEqual(answer);
      expect(await ledgerOf(owner)).toEqual({ holds: 2, settlements: 1, posted: 90, held: 15 });
      await requestUntilAnswered('settle', { jobId: other!.jobId, outcome: 'never-began', impressions: 0 });
    },
  );
});
