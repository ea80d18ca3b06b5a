import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { Client } from 'pg';
import { flood, SilentConnections, visitorFloods, type Call } from '../../support/peers/floods.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { Uploads } from '../../support/builders/uploads.js';

const password = 'Sixpence1';
/** The honest user calls from the trusted proxy; floods have another client address. */
const honest = { 'x-forwarded-for': '203.0.113.9' };
const stranger = { 'x-forwarded-for': '198.51.100.1' };
const mostConnections = 160;
const pool = 8;
/** The number of concurrent calls without a session from one network. */
const placesOfNetwork = 2;
const victim = 'victim@example.com';

const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
let person: { email: string; userId: string; cookie: string };
beforeAll(async () => {
  const few = {
    DATABASE_POOL: String(pool),
    MAX_CONNECTIONS: String(mostConnections),
    TRUSTED_PROXIES: '127.0.0.1',
  };
  world = after.use(await ReleaseWorld.start(few));
  site = await world.aSite();
  const email = 'honest@example.com';
  person = { email, ...(await world.core.signedIn(email)) };
  await world.core.app.get(AccountsService).addUser(victim, password);
});
afterAll(() => after.disposeAsync());

const post = (path: string, body: unknown, headers: Record<string, string>, cookie?: string) =>
  world.core.call('POST', path, { body, headers, ...(cookie !== undefined && { cookie }) });

/** The calls of an honest user: sign-in, list, upload, and panel. @returns the refused calls */
async function probe(): Promise<unknown[]> {
  const { core } = world;
  const { cookie } = person;
  const answers = [
    await post('/email-login', { email: person.email, password }, honest),
    await core.call('GET', '/validate-session', { cookie, headers: honest }),
    await core.call('GET', '/fetch-documents', { cookie, headers: honest }),
    await post(
      '/file-upload',
      { originalFileName: 'essay.pdf', fileType: 'application/pdf' },
      honest,
      cookie,
    ),
    await post('/create-code', {}, honest, cookie),
  ];
  const uploaded = await new Uploads(core, cookie)
    .upload('essay.pdf', 'application/pdf', Buffer.from('%PDF-1.7 …'))
    .then(
      () => [],
      (error: unknown) => [String(error)],
    );
  const shown = await world.showCode(site, 'hall', randomUUID());
  answers.push(await post('/qr-auth', { code: shown }, honest, cookie));
  return [
    ...answers.filter(({ status }) => status !== 200).map(({ status, url }) => ({ status, url })),
    ...uploaded,
  ];
}

/** The first answer to a new connection; empty if it is refused. */
async function firstAnswer(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  let said = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  socket.on('error', () => undefined);
  socket.write('GET /validate-session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  return said;
}

const call: Call = (path, body) =>
  body === undefined ? world.core.call('GET', path, { headers: stranger }) : post(path, body, stranger);

test.each(Object.entries(visitorFloods(call, victim)))(
  'a flood of %s does not affect an honest user',
  async (_, act) => {
    expect(await probe()).toEqual([]);
    const running = flood(30, act);
    const refused = [];
    for (let turn = 0; turn < 2; turn += 1) refused.push(...(await probe()));
    expect(await running.stop()).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  },
);

test('more silent connections of one address than the limit do not affect an honest user', async () => {
  const { port } = new URL(world.core.url);
  const wanted = { port: Number(port), count: 2 * mostConnections, from: '127.0.0.7' };
  using silent = await SilentConnections.open(wanted);
  expect(silent.count).toBe(wanted.count);
  expect(await firstAnswer(Number(port))).toMatch(/^HTTP\/1.1 200 /);
  expect(await probe()).toEqual([]);
});

test('calls of one address that all wait in the database do not affect an honest user', async () => {
  const database = new Client({ connectionString: world.core.superuserUrl });
  await database.connect();
  // The honest user does not need this table; each call of the flood keeps its connection until its
  // timeout.
  await database.query('BEGIN; LOCK TABLE email_codes');
  const running = flood(60, () => call(`/code-mail?mail=${randomUUID()}`));
  try {
    await lockWaits(world.core.database, placesOfNetwork, 'email_codes');
    expect(await probe()).toEqual([]);
  } finally {
    await database.query('ROLLBACK');
    await database.end();
    await running.stop();
  }
});

test('wrong panel codes of thirty new accounts do not block QR sign-in of an honest user', async () => {
  const guessers = await Promise.all(
    Array.from({ length: 30 }, () => world.core.signedIn(`${randomUUID()}@example.com`)),
  );
  for (const { cookie } of guessers) {
    for (let turn = 0; turn < 11; turn += 1) await post('/qr-auth', { code: '000000' }, stranger, cookie);
  }
  expect(await probe()).toEqual([]);
});
