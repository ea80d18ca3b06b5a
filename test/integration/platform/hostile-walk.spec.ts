import { sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { gatewayProof } from '@sixpence/contracts/agent/gateway';
import { commonRefusals, type Call } from '@sixpence/contracts/http/call';
import { allCalls } from '@sixpence/contracts/http/calls';
import { refusals, type RefusalCode } from '@sixpence/contracts/refusals';
import { BudgetsService } from '@sixpence/core/platform/http/network/budgets.service';
import { SessionsService } from '@sixpence/core/people/sessions/sessions.service';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { hostileRequests, type HostileRequest } from '../../support/peers/hostile-requests.js';
import { ReleaseWorld } from '../../support/worlds/release.js';

/** A text in the rows of the victim, so that a leak of any row is visible. */
const canary = 'canary-7f3a';
const identities = [
  'no session',
  "another person's session",
  "an agent's proof",
  'the service token',
  'the intake token',
] as const;
type Identity = (typeof identities)[number];

const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let victim: { userId: string; documentId: string; before: unknown };
let agentProof: string;
beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  const site = await world.aSite();
  const userId = await world.aPerson('73.21');
  const documentId = await world.aDocument(userId);
  await world.database.query('UPDATE addresses SET address = $2 WHERE user_id = $1', [
    userId,
    `${canary}@example.com`,
  ]);
  await world.database.query('UPDATE documents SET file_name = $2 WHERE id = $1', [
    documentId,
    `${canary}.pdf`,
  ]);
  const { jobs } = await world.print(site, await world.logIn(site, userId));
  expect(jobs).toHaveLength(1);
  const signature = sign(null, Buffer.from(gatewayProof(site.agent.id, 'nonce')), site.agent.privateKey);
  agentProof = `${site.agent.id}:${signature.toString('base64')}`;
  victim = { userId, documentId, before: await exportEverything(userId) };
});
beforeEach(() => {
  // Some calls have budgets below the number of requests of this walk.
  const budgets = world.core.app.get(BudgetsService);
  jest.spyOn(budgets, 'takeFromPerson').mockResolvedValue(undefined);
  jest.spyOn(budgets, 'takeFromNetwork').mockResolvedValue(undefined);
});
afterAll(() => after.disposeAsync());

const figures = { requests: 0, statuses: new Map<number, number>() };

describe.each(allCalls)('$name', (call) => {
  test.each(identities)('%s gets a correct answer to every hostile request', async (identity) => {
    // Failed sign-ins are counted across all cores; this test does not test them.
    await forgetAttempts(world.core);
    const headers = await proofOf(identity);
    const requests = [...hostileRequests(call, aimed(call.example ?? {}))];
    const wrong: string[] = [];
    await inTurns(8, requests, async (request) => {
      const problem = await tell(call, identity, request, headers);
      if (problem !== undefined) wrong.push(`${request.title}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  });
});

test('the rows of the victim are unchanged', async () => {
  expect(await exportEverything(victim.userId)).toEqual(victim.before);
});

test('the hostile requests were more than 2,000, and none was answered with 5xx', () => {
  const statuses = [...figures.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(
    `hostile walk: ${allCalls.length} calls × ${identities.length} identities = ${figures.requests} requests: ` +
      `${statuses.join(', ')}\n`,
  );
  expect(figures.requests).toBeGreaterThan(2_000);
  expect([...figures.statuses.keys()].every((status) => status < 500)).toBe(true);
});

/** Sends a request. @returns the problem of its answer, if any */
async function tell(
  call: Call,
  identity: Identity,
  request: HostileRequest,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const answer = await fetch(world.core.url + request.url, {
    method: call.method,
    redirect: 'manual',
    headers: { ...request.headers, ...headers },
    ...(request.body !== undefined && { body: request.body }),
  });
  const text = await answer.text();
  figures.requests += 1;
  figures.statuses.set(answer.status, (figures.statuses.get(answer.status) ?? 0) + 1);
  const seen = text + JSON.stringify([...answer.headers]);
  if (seen.includes(canary)) return `shows something of somebody else: ${text.slice(0, 200)}`;
  if (answer.headers.get('cache-control') !== 'no-store' && request.before.length === 0) return 'may be kept';
  if (answer.status === 200) return mayBeYes(call, identity, request) ? undefined : 'was answered with a yes';
  if (answer.status === 303)
    return call.redirectsTo?.includes(answer.headers.get('location') ?? '') ? undefined : 'leads elsewhere';
  const { code, message } = parsed(text);
  const expected = codesFor(call, identity, request);
  if (code === undefined || typeof message !== 'string')
    return `${answer.status} is no refusal: ${text.slice(0, 200)}`;
  if (!(code in refusals) || refusals[code].status !== answer.status)
    return `${code} travels under ${answer.status}`;
  if (code === 'request.too-many' && answer.headers.get('retry-after') === null)
    return 'does not say when to ask again';
  return expected.includes(code) ? undefined : `${code} is none of ${expected.join(', ')}`;
}

function hasProof({ proof }: Call, identity: Identity): boolean {
  if (proof === 'none') return true;
  if (proof === 'session') return identity === "another person's session";
  return identity === `the ${proof}`;
}

function mayBeYes(call: Call, identity: Identity, request: HostileRequest): boolean {
  const aimsAtVictim = JSON.stringify([request.url, String(request.body)]).includes(victim.documentId);
  const isOpenToAll = call.proof === 'service token' || call.proof === 'intake token';
  return request.fits && hasProof(call, identity) && (!aimsAtVictim || isOpenToAll);
}

/** The expected refusals, in order: about the form of the request, about the caller, about the content. */
function codesFor(call: Call, identity: Identity, request: HostileRequest): readonly RefusalCode[] {
  // Only the signature of a raw body is checked.
  const malformed = call.body === 'raw' ? (call.refusals ?? []) : [call.malformed ?? 'request.invalid'];
  if (request.before.length > 0) return [...request.before, ...withoutProof(call), ...malformed];
  if (!hasProof(call, identity) && withoutProof(call).length > 0) return withoutProof(call);
  if (!request.fits) return malformed;
  return [...(call.refusals ?? []), ...commonRefusals];
}

function withoutProof({ proof, withoutSession }: Call): readonly RefusalCode[] {
  if (proof === 'session') return [withoutSession === 403 ? 'session.required' : 'session.missing'];
  if (proof === 'intake token') return ['intake-token.missing'];
  return proof === 'service token' ? ['service-token.missing'] : [];
}

async function proofOf(identity: Identity): Promise<Record<string, string>> {
  if (identity === 'no session') return {};
  if (identity === "an agent's proof")
    return { authorization: `Bearer ${agentProof}`, cookie: `sixpence=${agentProof}` };
  if (identity === 'the service token') return { authorization: `Bearer ${world.core.config.SERVICE_TOKEN}` };
  if (identity === 'the intake token') return { authorization: `Bearer ${world.core.config.INTAKE_TOKEN}` };
  const stranger = await world.aPerson();
  return { cookie: `sixpence=${await world.core.app.get(SessionsService).beginSession(stranger)}` };
}

/** The example, with every id replaced by the victim’s document. */
function aimed(example: Record<string, unknown>): Record<string, unknown> {
  const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  return JSON.parse(JSON.stringify(example).replace(uuid, victim.documentId)) as Record<string, unknown>;
}

async function exportEverything(userId: string): Promise<unknown> {
  const of = (sql: string) => world.database.query<unknown>(sql, [userId]);
  return Promise.all([
    of('SELECT * FROM users WHERE id = $1'),
    of('SELECT * FROM addresses WHERE user_id = $1'),
    of('SELECT * FROM documents WHERE owner_id = $1 ORDER BY id'),
    of('SELECT r.* FROM document_revisions r JOIN documents d ON d.id = r.document_id WHERE d.owner_id = $1'),
    of('SELECT * FROM jobs WHERE owner_id = $1 ORDER BY id'),
    of('SELECT * FROM print_codes WHERE owner_id = $1'),
    of('SELECT * FROM sessions WHERE user_id = $1'),
  ]);
}

function parsed(text: string): { code?: RefusalCode; message?: unknown } {
  try {
    return JSON.parse(text) as { code?: RefusalCode; message?: unknown };
  } catch {
    return {};
  }
}

/** Runs the work for each item, with this many at a time. */
async function inTurns<T>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
