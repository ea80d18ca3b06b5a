import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { SessionsService } from '@sixpence/core/people/sessions/sessions.service';
import { CoreApp, cookieOf } from '../../support/core/core-app.js';
import { shiftClock } from '../../support/builders/ledger.js';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());

async function aSignedInPerson() {
  const email = `${randomUUID()}@example.com`;
  return { email, ...(await core.signedIn(email)) };
}

async function detailsOf(cookie: string, userAgent = firefox): Promise<AccountDetails> {
  const answer = await core.call('GET', '/account-details', { cookie, headers: { 'user-agent': userAgent } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as AccountDetails;
}

test('a person sees their addresses, whether they have a password, and their sessions', async () => {
  const { email, cookie } = await aSignedInPerson();
  const elsewhere = cookieOf(
    await core.call('POST', '/email-login', { body: { email, password: 'Sixpence1' } }),
  );
  // The session that was used last comes first, even if another session began first.
  await detailsOf(cookie);
  await detailsOf(elsewhere, 'curl/8.10.1');
  const details = await detailsOf(cookie);
  expect(details).toMatchObject({
    addresses: [{ address: email, isPrimary: true, isUndeliverable: false, leavesAt: null }],
    hasPassword: true,
    providers: [],
  });
  expect(details.sessions.map(({ device, isThis }) => [device, isThis])).toEqual([
    [null, false],
    ['Firefox on Windows', true],
  ]);
  const { id } = details.sessions[0]!;
  await core.database.query('UPDATE sessions SET expires_at = app_now() WHERE id = $1', [id]);
  expect((await detailsOf(cookie)).sessions.map(({ isThis }) => isThis)).toEqual([true]);
  const isUnexpired = core.database.transaction((tx) => core.app.get(SessionsService).isUnexpired(tx, id));
  expect(await isUnexpired).toBe(false);
  // The next sign-in of any user deletes the expired session.
  await aSignedInPerson();
  expect(await core.database.query('SELECT 1 FROM sessions WHERE id = $1', [id])).toEqual([]);
});

test('a person sees no data of another account', async () => {
  const [one, other] = [await aSignedInPerson(), await aSignedInPerson()];
  const seen = JSON.stringify(await detailsOf(one.cookie));
  expect(seen).toContain(one.email);
  expect(seen).not.toContain(other.email);
});

test("a session's last use is updated at most every few minutes, and its first use stays", async () => {
  const { cookie } = await aSignedInPerson();
  const begun = (await detailsOf(cookie)).sessions[0]!;
  await shiftClock(core.database, '4 minutes');
  expect((await detailsOf(cookie)).sessions[0]).toEqual(begun);
  await shiftClock(core.database, '2 minutes');
  const later = (await detailsOf(cookie, 'Firefox/140.0')).sessions[0]!;
  expect(Date.parse(later.lastSeenAt) - Date.parse(begun.lastSeenAt)).toBeGreaterThanOrEqual(5 * 60_000);
  expect([later.firstSeenAt, later.device]).toEqual([begun.firstSeenAt, 'Firefox']);
});
