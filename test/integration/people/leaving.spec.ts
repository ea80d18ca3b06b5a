import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { PeopleService } from '@sixpence/core/people/users/people.service';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { all } from '@sixpence/core/platform/database/sql';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { EmailCodesService } from '@sixpence/core/people/email-codes/email-codes.service';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import { LeaversWalletsService } from '@sixpence/core/money/ledger/leavers-wallets.service';
import { BalanceImportService } from '@sixpence/core/money/legacy-balances/balance-import.service';
import { MailService, mailKey } from '@sixpence/core/platform/mail/mail.service';
import { openLetter } from '@sixpence/core/platform/mail/sealed-letter';
import { asOwner } from '../../support/core/database.js';
import { cookieOf } from '../../support/core/core-app.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { mailedCode, stopToken } from '../../support/peers/letters.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';

const password = 'Sixpence1';

const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
let leaving: LeavingService;
beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  leaving = world.core.app.get(LeavingService);
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  site = await world.aSite();
});
afterEach(async () => {
  expect(await world.core.app.get(LedgerVerifier).breaches()).toEqual([]);
});

/** A signed-in person, with a balance in minor units if one is given. */
async function aSignedInPerson(minor = 0): Promise<{ email: string; userId: string; cookie: string }> {
  const email = `${randomUUID()}@example.com`;
  const person = await world.core.signedIn(email);
  if (minor > 0) {
    const grant = { owner: person.userId, amount: money(minor, 'GBP'), key: `test:${email}` };
    await world.credits.grant({ ...grant, reason: 'a gift' });
  }
  return { email, ...person };
}

const logIn = (email: string) => world.core.logIn(email, password);
const erase = (cookie: string, body: object = { password }) =>
  world.core.call('POST', '/account-erase', { body, cookie });
const act = (userId: string) => ({ userId, actor: 'operator test', reason: 'because' });

/** All waiting mails. */
async function letters() {
  const rows: { id: string; sealed: Buffer }[] = await world.database.query(
    'SELECT id, sealed FROM outgoing_mails WHERE sealed IS NOT NULL ORDER BY created_at',
  );
  return rows.map(({ id, sealed }) => openLetter(mailKey(world.core.config), id, sealed));
}

const auditOf = (userId: string): Promise<unknown[]> =>
  world.database.query('SELECT actor, act, reason FROM audit WHERE subject = $1 ORDER BY id', [userId]);

describe('a lock', () => {
  test('it ends sessions, print code, and panel session, and refuses sign-in until it is lifted', async () => {
    const { email, userId, cookie } = await aSignedInPerson(100);
    await world.aDocument(userId);
    const session = await world.logIn(site, userId);
    const code = await world.issue(userId);
    expect(await leaving.lockAccount(act(userId))).toBe(true);
    expect(await world.core.isValid(cookie)).toBe(false);
    expect((await logIn(email)).status).toBe(401);
    await expect(world.redeem(site, code.code, 'library')).rejects.toMatchObject({ code: 'code.wrong' });
    await expect(world.print(site, session)).rejects.toMatchObject({ code: 'panel-session.ended' });
    expect(await leaving.lockAccount(act(userId))).toBe(false);

    expect(await leaving.unlockAccount(act(userId))).toBe(true);
    expect(await world.core.isValid(cookie)).toBe(false);
    expect((await logIn(email)).status).toBe(200);
    expect(await auditOf(userId)).toEqual([
      { actor: 'operator', act: 'credit add', reason: 'a gift' },
      { actor: 'operator test', act: 'user lock', reason: 'because' },
      { actor: 'operator test', act: 'user lock', reason: 'because' },
      { actor: 'operator test', act: 'user unlock', reason: 'because' },
    ]);
  });

  test('a sign-in at the same moment leaves no session after the lock is lifted', async () => {
    const { email, userId } = await aSignedInPerson();
    const [answer] = await Promise.all([logIn(email), leaving.lockAccount(act(userId))]);
    await leaving.unlockAccount(act(userId));
    expect(await world.core.isValid(cookieOf(answer))).toBe(false);
  });
});

test('the audit is append-only', async () => {
  const { userId } = await aSignedInPerson(100);
  for (const sql of ["UPDATE audit SET reason = 'x'", 'DELETE FROM audit', 'TRUNCATE audit']) {
    await expect(asOwner(world.database, sql)).rejects.toThrow('append-only');
  }
  expect(await auditOf(userId)).toHaveLength(1);
});

describe('an export', () => {
  test('it is limited to twenty an hour, so that it does not fill the audit', async () => {
    const { cookie } = await aSignedInPerson();
    // A right password does not count as a guess.
    const ask = () => world.core.call('POST', '/account-export', { body: { password }, cookie });
    for (let turn = 0; turn < 20; turn += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  test('it contains all data of the person, and none of other people', async () => {
    const { email, userId, cookie } = await aSignedInPerson(500);
    const other = await aSignedInPerson(300);
    await world.aDocument(userId);
    await world.print(site, await world.logIn(site, userId));
    await world.core.call('POST', '/set-print-sides', { body: { sideOption: 'yes' }, cookie });
    const answer = await world.core.call('POST', '/account-export', { body: { password }, cookie });
    expect(answer.status).toBe(200);
    const told = (await answer.json()) as Record<string, unknown>;
    expect(told).toMatchObject({
      account: { id: userId, addresses: [{ address: email, isPrimary: true }] },
      providers: [],
      sessions: [{ lastSeenAt: expect.any(String) }, {}],
      documents: { documents: [{ fileName: 'essay.pdf', pages: 3 }] },
      jobs: [{ fileName: 'essay.pdf', state: 'held', heldMinor: 15 }],
      ledger: [
        { kind: 'admin-grant', amountMinor: 500, currency: 'GBP' },
        { kind: 'hold', amountMinor: 15 },
      ],
      audit: [{ act: 'credit add' }, { act: 'user export', actor: 'person' }],
      'previous version': [],
    });
    expect(told['documents']).toEqual({
      options: { side: '2-Sided', isColor: false },
      documents: [
        {
          ...{ id: expect.any(String), fileName: 'essay.pdf', side: '2-Sided', isColor: false },
          ...{ expiresAt: expect.any(String), printedAt: null, state: 'ready', pages: 3 },
        },
      ],
    });
    const text = JSON.stringify(told);
    for (const secret of [other.email, other.userId, 'argon2', 'hash']) expect(text).not.toContain(secret);
  });

  test('it is read from one snapshot of the database', async () => {
    const { userId } = await aSignedInPerson();
    jest
      .spyOn(world.core.app.get(PersonalDataService), 'exportEverything')
      .mockImplementationOnce(async (queries) => ({
        read: await all(queries, "SELECT current_setting('transaction_isolation') AS isolation"),
      }));
    expect(await leaving.exportAccount(act(userId))).toEqual({ read: [{ isolation: 'repeatable read' }] });
  });

  test('it covers every table that refers to users', async () => {
    const rows: { table: string }[] = await world.database.query(
      `SELECT DISTINCT conrelid::regclass::text AS table FROM pg_constraint
       WHERE contype = 'f' AND confrelid = 'users'::regclass ORDER BY 1`,
    );
    // Add a table here once its feature exports it, deletes its rows when a person leaves, or stores only ids
    // in it.
    expect(rows.map(({ table }) => table)).toEqual([
      'address_changes',
      'addresses',
      'chosen_sites',
      'closed_top_ups',
      'documents',
      'identities',
      'jobs',
      'ledger_accounts',
      'legacy_balances',
      'mail_choices',
      'panel_sessions',
      'payments',
      'print_codes',
      'print_options',
      'releases',
      'sessions',
      'taken_mails',
    ]);
  });
});

describe('the re-authentication before an export or an erasure', () => {
  test.each(['/account-export', '/account-erase'])('%s with a wrong password is refused', async (path) => {
    const { cookie } = await aSignedInPerson();
    const body = { password: 'Shilling2' };
    const answer = await world.core.call('POST', path, { body, cookie });
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'account.unproven' }]);
    expect(await world.core.isValid(cookie)).toBe(true);
  });

  test.each(['/account-export', '/account-erase'])(
    '%s without a password needs a sign-in within the last ten minutes',
    async (path) => {
      const { cookie, email } = await aSignedInPerson();
      await shiftClock(world.database, '11 minutes');
      expect((await world.core.call('POST', path, { body: {}, cookie })).status).toBe(422);
      const fresh = cookieOf(await logIn(email));
      expect((await world.core.call('POST', path, { body: {}, cookie: fresh })).status).toBe(200);
    },
  );

  test('wrong passwords are limited as at sign-in', async () => {
    const { cookie } = await aSignedInPerson();
    const statuses = [];
    for (let turn = 0; turn < 11; turn += 1) {
      statuses.push((await erase(cookie, { password: `Wrong${turn}xx` })).status);
    }
    expect(statuses.slice(-2)).toEqual([422, 429]);
  });
});

describe('erasing an account', () => {
  test('it is final, and another person can use the address', async () => {
    const { email, userId, cookie } = await aSignedInPerson();
    const documentId = await world.aDocument(userId);
    const code = await world.issue(userId);
    await world.core.app.get(MailService).postMail(world.database, { to: email, subject: 'Waits', text: '' });
    expect((await world.core.call('POST', '/reset-code', { body: { email } })).status).toBe(200);
    await world.database.query("UPDATE users SET joined_network = 'a hall' WHERE id = $1", [userId]);
    const answer = await erase(cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toContain('sixpence=;');

    expect(await world.core.isValid(cookie)).toBe(false);
    expect((await logIn(email)).status).toBe(403);
    await expect(world.redeem(site, code.code)).rejects.toMatchObject({ code: 'code.wrong' });
    const theirs = (await letters()).filter(({ to }) => to === email);
    expect(theirs.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
    const [state]: unknown[] = await world.database.query(
      `SELECT (SELECT count(*)::int FROM addresses WHERE user_id = $1) AS addresses,
              (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
              (SELECT count(*)::int FROM documents WHERE id = $2 AND deleted_at IS NULL) AS documents,
              (SELECT count(*)::int FROM email_codes WHERE ended_at IS NULL) AS codes,
              (SELECT password_hash IS NULL AND joined_network IS NULL AND erased_at IS NOT NULL
               FROM users WHERE id = $1) AS closed`,
      [userId, documentId],
    );
    expect(state).toEqual({ addresses: 0, sessions: 0, documents: 0, codes: 0, closed: true });
    // Staff cannot unlock an erased account.
    expect(await leaving.unlockAccount(act(userId))).toBe(false);
    const again = leaving.eraseAccount({ ...act(userId), giveUpMoney: false });
    await expect(again).rejects.toMatchObject({ code: 'account.unknown' });
    expect(await auditOf(userId)).toEqual([
      { actor: 'person', act: 'user erase', reason: 'asked for by the person' },
      { actor: 'operator test', act: 'user unlock', reason: 'because' },
    ]);
    // A new user can sign up with the address.
    expect((await world.core.signedIn(email)).userId).not.toBe(userId);
  });

  test('it keeps the rows that the ledger needs, without the names of files', async () => {
    const { userId, cookie } = await aSignedInPerson(15);
    await world.aDocument(userId);
    const { jobs } = await world.print(site, await world.logIn(site, userId));
    expect((await erase(cookie)).status).toBe(409);
    await world.jobs.settleJob(site.agent.id, {
      jobId: jobs[0]!.jobId,
      outcome: 'completed',
      impressions: 3,
    });
    expect((await erase(cookie)).status).toBe(200);
    expect(
      await world.database.query('SELECT file_name, captured_minor::int FROM jobs WHERE owner_id = $1', [
        userId,
      ]),
    ).toEqual([{ file_name: 'document', captured_minor: 15 }]);
    expect(await auditOf(userId)).toMatchObject([
      { act: 'credit add' },
      { act: 'user erase', actor: 'person' },
    ]);
  });

  test('it is refused while a job is open, also for staff', async () => {
    const { userId, cookie } = await aSignedInPerson(100);
    await world.aDocument(userId);
    await world.print(site, await world.logIn(site, userId));
    const answer = await erase(cookie, { password, giveUpMoney: true });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'leaving.open-job' }]);
    await expect(leaving.eraseAccount({ ...act(userId), giveUpMoney: true })).rejects.toMatchObject({
      code: 'leaving.open-job',
    });
    expect(await world.core.isValid(cookie)).toBe(true);
  });

  test('it is refused while there is a balance, unless the person gives it up', async () => {
    const { userId, cookie } = await aSignedInPerson(1234);
    const refused = await erase(cookie);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { code: 'leaving.money-left', message: 'There is money left in this account: £12.34.' },
    ]);
    expect((await erase(cookie, { password, giveUpMoney: true })).status).toBe(200);
    const [row]: unknown[] = await world.database.query(
      `SELECT t.kind, t.amount_minor::int AS minor, w.posted_minor::int AS left FROM transfers t
       JOIN ledger_accounts w ON w.id = t.wallet_id WHERE w.owner_id = $1 ORDER BY t.id DESC LIMIT 1`,
      [userId],
    );
    expect(row).toEqual({ kind: 'forfeited', minor: 1234, left: 0 });
  });

  test('the balances of all currencies are named, and given up together', async () => {
    const { userId, cookie } = await aSignedInPerson(1234);
    const euros = { owner: userId, amount: money(500, 'EUR'), key: randomUUID(), reason: 'a gift' };
    await world.credits.grant(euros);
    expect(await (await erase(cookie)).json()).toMatchObject({
      message: 'There is money left in this account: €5.00 and £12.34.',
    });
    expect((await erase(cookie, { password, giveUpMoney: true })).status).toBe(200);
    expect(await world.credits.wallets(userId)).toEqual([money(0, 'GBP'), money(0, 'EUR')]);
  });

  test('it is refused when the person’s first credits arrive at the same moment', async () => {
    const { userId } = await aSignedInPerson();
    const wallets = world.core.app.get(LeaversWalletsService);
    const lockAll = wallets.lockAll.bind(wallets);
    const locking = jest.spyOn(wallets, 'lockAll').mockImplementationOnce(async (tx, owner) => {
      const none = await lockAll(tx, owner);
      const amount = money(500, 'GBP');
      await world.credits.grant({ owner, amount, key: randomUUID(), reason: 'a gift' });
      return none;
    });
    const erased = leaving.eraseAccount({ ...act(userId), giveUpMoney: false });
    await expect(erased).rejects.toMatchObject({ code: 'leaving.money-left' });
    locking.mockRestore();
    expect(await world.credits.wallets(userId)).toEqual([money(500, 'GBP')]);
  });

  test('if an erasure and PRINT come at the same moment, only one succeeds', async () => {
    const { userId } = await aSignedInPerson(15);
    await world.aDocument(userId);
    const listing = await world.logIn(site, userId);
    const [printed, erased] = await Promise.allSettled([
      world.print(site, listing),
      leaving.eraseAccount({ ...act(userId), giveUpMoney: true }),
    ]);
    expect([printed.status, erased.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('it is refused in a session that began through a newly added address', async () => {
    const { email, cookie: stolen } = await aSignedInPerson(500);
    const own = `${randomUUID()}@example.com`;
    const ask = (path: string, body: object, cookie?: string) =>
      world.core.call('POST', path, { body, ...(cookie !== undefined && { cookie }) });
    expect((await ask('/address-add', { email: own }, stolen)).status).toBe(200);
    const added = { email: own, code: await mailedCode(world.core, own) };
    expect((await ask('/address-confirm', added, stolen)).status).toBe(200);
    expect((await ask('/reset-code', { email: own })).status).toBe(200);
    const chosen = { email: own, code: await mailedCode(world.core, own), password: 'Shilling2' };
    expect((await ask('/reset-confirm', chosen)).status).toBe(200);
    const thief = cookieOf(await ask('/email-login', { email: own, password: 'Shilling2' }));
    // It stays refused after the new address is removed.
    expect((await ask('/address-remove', { email: own }, thief)).status).toBe(200);

    const erased = await erase(thief, { password: 'Shilling2', giveUpMoney: true });
    expect([erased.status, await erased.json()]).toMatchObject([409, { code: 'leaving.address-new' }]);
    expect((await ask('/address-stop', { token: await stopToken(world.core, email) })).status).toBe(200);
    expect(await world.core.isValid(thief)).toBe(false);
  });

  test('a recent change of the main address does not prevent it', async () => {
    const { userId, cookie } = await aSignedInPerson();
    const second = { userId, address: `${randomUUID()}@example.com`, provenBy: 'code' } as const;
    const people = world.core.app.get(PeopleService);
    await world.core.app.get(TransactionsService).run((tx) => people.addAddress(tx, second));
    const body = { email: second.address };
    expect((await world.core.call('POST', '/address-primary', { body, cookie })).status).toBe(200);
    expect((await erase(cookie)).status).toBe(200);
  });

  test('a failure in the middle changes nothing', async () => {
    const { email, userId, cookie } = await aSignedInPerson(100);
    const mail = world.core.app.get(MailService);
    const deleteWaitingMail = mail.deleteWaitingMail.bind(mail);
    mail.deleteWaitingMail = async (tx) => {
      if ('query' in tx) await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
    };
    try {
      await expect(leaving.eraseAccount({ ...act(userId), giveUpMoney: true })).rejects.toThrow();
    } finally {
      mail.deleteWaitingMail = deleteWaitingMail;
    }
    expect(await world.core.isValid(cookie)).toBe(true);
    expect(await world.credits.available(userId, 'GBP')).toEqual(money(100, 'GBP'));
    expect((await logIn(email)).status).toBe(200);
    await leaving.eraseAccount({ ...act(userId), giveUpMoney: true });
    expect((await logIn(email)).status).toBe(403);
  });

  test('it deletes an automatic reply that is queued at the same moment', async () => {
    const { email, userId } = await aSignedInPerson();
    await world.database.query(
      `INSERT INTO taken_mails (id, owner_id, digest, document_ids, sender, message_id)
       VALUES ($1, $2, '\\x00', '{}', $3, '<one@example.com>')`,
      [randomUUID(), userId, email],
    );
    let erased: Promise<void> | undefined;
    await world.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM taken_mails WHERE owner_id = $1 FOR UPDATE', [userId]);
      const answer = { to: email, subject: 'Your documents', text: 'are ready' };
      await world.core.app.get(MailService).postMail(tx, answer);
      erased = leaving.eraseAccount({ ...act(userId), giveUpMoney: true });
      await lockWaits(world.database, 1, 'DELETE FROM taken_mails');
    });
    await erased;
    const told = (await letters()).filter(({ to }) => to === email);
    expect(told.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
  });

  test('it deletes a code that is mailed at the same moment', async () => {
    const { email, userId } = await aSignedInPerson();
    const mail = world.core.app.get(MailService);
    const post = mail.postMail.bind(mail);
    let erased: Promise<void> | undefined;
    mail.postMail = async (tx, letter, options) => {
      mail.postMail = post;
      const id = await post(tx, letter, options);
      erased = leaving.eraseAccount({ ...act(userId), giveUpMoney: true });
      await lockWaits(world.database, 1, 'pg_advisory_xact_lock');
      return id;
    };
    await world.core.app
      .get(EmailCodesService)
      .sendCode({ purpose: 'reset', address: email }, { network: '203.0.113.1' });
    await erased;
    const told = (await letters()).filter(({ to }) => to === email);
    expect(told.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
  });

  test('it makes every address of the person available to other people', async () => {
    const { userId, cookie } = await aSignedInPerson();
    const second = `${randomUUID()}@example.com`;
    await world.core.app
      .get(TransactionsService)
      .run((tx) =>
        world.core.app.get(PeopleService).addAddress(tx, { userId, address: second, provenBy: 'code' }),
      );
    expect((await world.core.call('POST', '/reset-code', { body: { email: second } })).status).toBe(200);
    expect((await erase(cookie)).status).toBe(200);
    expect(await world.database.query('SELECT 1 FROM email_codes WHERE ended_at IS NULL')).toEqual([]);
    expect((await letters()).filter(({ to }) => to === second).map(({ subject }) => subject)).toEqual([
      'Your account was deleted',
    ]);
    expect((await world.core.signedIn(second)).userId).not.toBe(userId);
  });

  test('a balance of the previous version is not credited again when the address signs up anew', async () => {
    const { email, userId, cookie } = await aSignedInPerson();
    const file = new TextEncoder().encode(`email,amount,currency\n${email},5,GBP`);
    const options = { actor: 'operator test', dryRun: false };
    expect(await world.core.app.get(BalanceImportService).import(file, options)).toMatchObject({
      lines: [{ fate: 'given' }],
    });
    expect(await world.credits.wallets(userId)).toEqual([money(500, 'GBP')]);
    expect((await erase(cookie, { password, giveUpMoney: true })).status).toBe(200);
    const again = await world.core.signedIn(email);
    expect(await world.credits.wallets(again.userId)).toEqual([]);
  });
});
