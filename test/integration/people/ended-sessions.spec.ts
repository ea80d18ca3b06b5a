import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newSessionToken } from '@sixpence/core/people/sessions/session-token';
import { SessionsService } from '@sixpence/core/people/sessions/sessions.service';
import { CoreApp, cookieOf } from '../../support/core/core-app.js';
import { asOwner } from '../../support/core/database.js';
import { lockWaits } from '../../support/faults/lock-waits.js';

/** Stops the started parts in reverse order, even if the start failed. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let sessions: SessionsService;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
  sessions = core.app.get(SessionsService);
});
afterAll(() => after.disposeAsync());

/** A person with two sessions, of two devices. */
async function aPerson() {
  const email = `${randomUUID()}@example.com`;
  const { userId, cookie } = await core.signedIn(email);
  const body = { email, password: 'Sixpence1' };
  const other = cookieOf(await core.call('POST', '/email-login', { body }));
  const idOf = async (of: string) => (await sessions.personFromCookies(of))!.sessionId;
  return { userId, cookie, sessionId: await idOf(cookie), otherId: await idOf(other) };
}
type TestPerson = Awaited<ReturnType<typeof aPerson>>;

const bothSessions = ({ sessionId, otherId }: TestPerson) => [sessionId, otherId];
const firstSession = ({ sessionId }: TestPerson) => [sessionId];

test.each<[string, (person: TestPerson) => Promise<unknown>, (person: TestPerson) => string[]]>([
  ['signed out', ({ cookie }) => core.call('POST', '/logout-session', { cookie }), firstSession],
  ['ended everywhere', ({ userId }) => sessions.endAllSessions(userId), bothSessions],
  [
    'ended from another device',
    ({ userId, sessionId }) => sessions.endOneSession({ userId, sessionId }),
    firstSession,
  ],
  [
    'ended in a transaction with another change',
    ({ userId, otherId }) =>
      core.database.transaction((tx) => sessions.endOtherSessions(tx, { userId, sessionId: otherId })),
    firstSession,
  ],
  [
    'expired',
    ({ sessionId }) =>
      core.database.query('UPDATE sessions SET expires_at = app_now() WHERE id = $1', [sessionId]),
    firstSession,
  ],
  [
    'ended because its person was locked',
    ({ userId }) => core.database.query('UPDATE users SET locked_at = app_now() WHERE id = $1', [userId]),
    bothSessions,
  ],
  [
    'deleted in the database',
    ({ sessionId }) => asOwner(core.database, 'DELETE FROM sessions WHERE id = $1', [sessionId]),
    firstSession,
  ],
])('a session that was %s is listed as recently ended, and no other is', async (_, end, expected) => {
  const [person, bystander] = [await aPerson(), await aPerson()];
  const listedSessions = (ids: Set<string>) =>
    [...bothSessions(person), ...bothSessions(bystander)].filter((id) => ids.has(id));
  expect(listedSessions(await sessions.sessionsEndedWithin(30))).toEqual([]);
  expect(await core.isValid(person.cookie)).toBe(true);
  await end(person);
  expect([await core.isValid(person.cookie), await core.isValid(bystander.cookie)]).toEqual([false, true]);
  expect(listedSessions(await sessions.sessionsEndedWithin(30))).toEqual(expected(person));
});

test('each of several requests at the same moment gets the person of its own session, and one with an ended session is refused', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, aPerson));
  const ended = people[2]!;
  await sessions.endAllSessions(ended.userId);
  const cookies = [...people.map(({ cookie }) => cookie), `sixpence=${newSessionToken()}`, people[0]!.cookie];
  const asked = cookies.map(async (cookie) => (await sessions.personFromCookies(cookie))?.userId);
  const others = people.map(({ userId }) => (userId === ended.userId ? undefined : userId));
  expect(await Promise.all(asked)).toEqual([...others, undefined, people[0]!.userId]);
});

test('an ended session is removed from the list of recent ends, and its row is deleted later', async () => {
  const { cookie, sessionId } = await aPerson();
  await core.call('POST', '/logout-session', { cookie });
  const moveBack = (by: string) =>
    asOwner(core.database, 'UPDATE ended_sessions SET ended_at = ended_at - $1::interval', [by]);
  await moveBack('2 minutes');
  expect((await sessions.sessionsEndedWithin(60)).has(sessionId)).toBe(false);
  expect((await sessions.sessionsEndedWithin(180)).has(sessionId)).toBe(true);
  await moveBack('1 day');
  await aPerson();
  expect(
    await core.database.query('SELECT 1 FROM ended_sessions WHERE session_id = $1', [sessionId]),
  ).toEqual([]);
});

test('sign-out waits for a transaction that has found the session valid', async () => {
  const { cookie, sessionId } = await aPerson();
  const { signedOut } = await core.database.transaction(async (act) => {
    expect(await sessions.isUnexpired(act, sessionId)).toBe(true);
    const signedOut = core.call('POST', '/logout-session', { cookie });
    await Promise.race([signedOut, lockWaits(core.database, 1, 'DELETE FROM')]);
    expect(await core.isValid(cookie)).toBe(true);
    return { signedOut };
  });
  expect((await signedOut).status).toBe(200);
  expect(await core.isValid(cookie)).toBe(false);
});

test('a transaction that begins during a sign-out waits for it, and finds the session ended', async () => {
  const { userId, sessionId } = await aPerson();
  const { found } = await core.database.transaction(async (signOut) => {
    await sessions.endAllSessions(userId, signOut);
    const found = core.database.transaction((act) => sessions.isUnexpired(act, sessionId));
    await Promise.race([found, lockWaits(core.database, 1, 'FROM sessions')]);
    return { found };
  });
  expect(await found).toBe(false);
});
