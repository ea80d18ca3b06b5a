import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { money } from '@sixpence/money/money';
import { LockedAccountsService } from '@sixpence/core/people/users/locked-accounts.service';
import { PeopleService } from '@sixpence/core/people/users/people.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { BalanceImportService } from '@sixpence/core/money/legacy-balances/balance-import.service';
import { LegacyBalancesService } from '@sixpence/core/money/legacy-balances/legacy-balances.service';
import type { ProvenBy } from '@sixpence/core/people/users/account-listeners.service';
import { mailKey } from '@sixpence/core/platform/mail/mail.service';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { openLetter } from '@sixpence/core/platform/mail/sealed-letter';
import { CoreApp, cookieOf } from '../../support/core/core-app.js';
import { asOwner } from '../../support/core/database.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { until } from '../../support/until.js';

const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());

let anna: string;
beforeEach(() => {
  anna = `anna-${randomUUID()}@example.com`;
});
afterEach(async () => {
  expect(await core.app.get(LedgerVerifier).breaches()).toEqual([]);
});

async function importLines(lines: string[], options = { dryRun: false }) {
  const file = new TextEncoder().encode(['email,amount,currency', ...lines].join('\n'));
  const report = await core.app.get(BalanceImportService).import(file, { actor: 'test', ...options });
  return { ...report, fates: report.lines.map(({ fate }) => fate) };
}

function provePerson(address: string, provenBy: ProvenBy = 'code'): Promise<string> {
  return core.app.get(TransactionsService).run(async (tx) => {
    const added = await core.app.get(PeopleService).addPerson(tx, { address, provenBy, passwordHash: null });
    if (added === undefined) throw new Error(`${address} exists already`);
    return added;
  });
}

const wallets = (userId: string) => core.app.get(CreditsService).wallets(userId);
const claims = async (address: string): Promise<unknown[]> =>
  core.database.query(
    `SELECT t.key FROM transfers t JOIN legacy_balances l ON t.key = 'legacy-claim:' || l.id
     WHERE l.address_hash = sha256($1::text::bytea)`,
    [address],
  );

test('a balance waits for its address, and moves once to the first user who proves it', async () => {
  expect((await importLines([`${anna},12.50,GBP`, `${anna},3,EUR`])).fates).toEqual(['waits', 'waits']);
  expect(await claims(anna)).toEqual([]);
  const userId = await provePerson(anna);
  expect(await wallets(userId)).toEqual([money(1250, 'GBP'), money(300, 'EUR')]);
  const kinds: unknown[] = await core.database.query(
    `SELECT t.kind FROM transfers t JOIN ledger_accounts w ON w.id = t.wallet_id WHERE w.owner_id = $1`,
    [userId],
  );
  expect(kinds).toEqual([{ kind: 'legacy-claim' }, { kind: 'legacy-claim' }]);

  // Another user proves the address.
  await core.database.query('DELETE FROM addresses WHERE address = $1', [anna]);
  expect(await wallets(await provePerson(anna))).toEqual([]);
});

test.each([
  [
    'a balance that waits again after it was claimed',
    'claimed_by = NULL, claimed_at = NULL',
    'moved with another amount',
  ],
  ['another amount than moved', 'amount_minor = amount_minor + 1', 'moved with another amount'],
  [
    'a claim by another user',
    'claimed_by = (SELECT id FROM users WHERE id <> claimed_by LIMIT 1)',
    'moved with another amount',
  ],
  ['a claim without a transfer', 'id = gen_random_uuid()', 'was claimed and did not move'],
])('the verification of the ledger finds %s', async (_, change, found) => {
  await importLines([`${anna},12.50,GBP`]);
  await provePerson(`other-${anna}`);
  await provePerson(anna);
  const where = 'WHERE address_hash = sha256($1::text::bytea)';
  const [before]: [Record<string, unknown>] = await core.database.query(
    `SELECT id, amount_minor, claimed_by, claimed_at FROM legacy_balances ${where}`,
    [anna],
  );
  await asOwner(core.database, `UPDATE legacy_balances SET ${change} ${where}`, [anna]);
  const breaches = await core.app.get(LedgerVerifier).breaches();
  expect(breaches).toContainEqual({
    invariant: expect.stringContaining('M10'),
    finding: expect.stringContaining(found),
  });
  await asOwner(
    core.database,
    `UPDATE legacy_balances SET id = $2, amount_minor = $3, claimed_by = $4, claimed_at = $5 ${where}`,
    [anna, before['id'], before['amount_minor'], before['claimed_by'], before['claimed_at']],
  );
});

/** Signs up with a mailed code. @returns the session's cookie */
async function signsUp(email: string): Promise<string> {
  const requested = await core.call('POST', '/signup-code', { body: { email } });
  const { mail } = (await requested.json()) as { mail: string };
  const [row]: { sealed: Buffer }[] = await core.database.query(
    'SELECT sealed FROM outgoing_mails WHERE id = $1',
    [mail],
  );
  const code = /\b\d{6}\b/.exec(openLetter(mailKey(core.config), mail, row!.sealed).text)?.[0];
  const body = { email, code, password: 'Sixpence1' };
  return cookieOf(await core.call('POST', '/email-signup', { body }));
}

async function seenBy(cookie: string): Promise<{ balance: unknown; found: unknown }> {
  const body = { currency: 'GBP' };
  const balance = await core.call('POST', '/user-account-balance', { body, cookie });
  const found = await core.call('GET', '/legacy-balance', { cookie });
  return { balance: await balance.json(), found: await found.json() };
}

test('a user of the previous version cannot sign in before the new sign-up [row 20]', async () => {
  await importLines([`${anna},12.50,GBP`]);
  const login = () => core.call('POST', '/email-login', { body: { email: anna, password: 'Sixpence1' } });
  expect((await login()).status).toBe(403);
  await signsUp(anna);
  expect((await login()).status).toBe(200);
});

test('a new user gets the balance of the previous version, and the page after sign-up shows it [row 21]', async () => {
  await importLines([`${anna},12.50,GBP`]);
  expect(await seenBy(await signsUp(anna.toUpperCase()))).toEqual({
    balance: { balance: 12.5 },
    found: { found: [money(1250, 'GBP')] },
  });
});

test('an address that differs from that of the previous version gets nothing [row 22]', async () => {
  await importLines([`${anna},12.50,GBP`]);
  expect(await seenBy(await signsUp(`not-${anna}`))).toEqual({
    balance: { balance: 0 },
    found: { found: [] },
  });
});

test('a further address of an account brings its balance too', async () => {
  const userId = await provePerson(`${randomUUID()}@example.com`);
  await importLines([`${anna},1,GBP`]);
  const addAddress = () =>
    core.app
      .get(TransactionsService)
      .run((tx) => core.app.get(PeopleService).addAddress(tx, { userId, address: anna, provenBy: 'google' }));
  expect([await addAddress(), await addAddress()]).toEqual([true, false]);
  expect(await wallets(userId)).toEqual([money(100, 'GBP')]);
});

test('the import moves a balance at once to a user who has proven its address', async () => {
  const userId = await provePerson(anna);
  const report = await importLines([
    `${anna.toUpperCase()},4.00,GBP`,
    `${anna},1,EUR`,
    `${randomUUID()}@x.example,1,GBP`,
  ]);
  expect(report.fates).toEqual(['given', 'given', 'waits']);
  expect(await wallets(userId)).toEqual([money(400, 'GBP'), money(100, 'EUR')]);
});

test('a second import of the same file changes nothing, both before and after the claim', async () => {
  const lines = [`${anna},12.50,GBP`, `${randomUUID()}@example.com,0,GBP`];
  expect((await importLines(lines)).fates).toEqual(['waits', 'empty']);
  expect((await importLines(lines)).fates).toEqual(['known', 'empty']);
  const userId = await provePerson(anna);
  expect((await importLines(lines)).fates).toEqual(['known', 'empty']);
  expect(await wallets(userId)).toEqual([money(1250, 'GBP')]);
});

test.each([true, false])(
  'a file with another amount for an imported address is refused (claimed: %s)',
  async (claimed) => {
    await importLines([`${anna},12.50,GBP`]);
    const userId = claimed ? await provePerson(anna) : undefined;
    const other = `${randomUUID()}@example.com`;
    const report = await importLines([`${other},1,GBP`, `${anna},2,EUR`, `${anna},12.51,GBP`]);
    expect(report.accepted).toBe(false);
    expect(report.lines[2]).toEqual({
      line: 4,
      fate: 'wrong',
      reason: `"${anna}" was imported before, with £12.50: a balance is imported once`,
    });
    expect(await wallets(userId ?? (await provePerson(anna)))).toEqual([money(1250, 'GBP')]);
    expect(await wallets(await provePerson(other))).toEqual([]);
  },
);

test('a file with one bad line imports nothing, and reports on each line', async () => {
  const report = await importLines([`${anna},12.50,GBP`, 'nobody,1,GBP', `${anna},1,EUR`]);
  expect([report.accepted, report.fates]).toEqual([false, ['waits', 'wrong', 'waits']]);
  expect(await wallets(await provePerson(anna))).toEqual([]);
});

test('a dry run reports what the import would report, and imports nothing', async () => {
  const member = await provePerson(anna);
  const other = `${randomUUID()}@example.com`;
  const lines = [`${anna},1,GBP`, `${other},2,GBP`];
  const dryRun = await importLines(lines, { dryRun: true });
  expect(await wallets(member)).toEqual([]);
  expect(dryRun).toEqual(await importLines(lines));
  expect(await wallets(member)).toEqual([money(100, 'GBP')]);
});

test('a file with more lines than one SQL statement inserts is imported completely', async () => {
  const lines = Array.from({ length: 5_001 }, () => `${randomUUID()}@example.com,1,GBP`);
  const { fates } = await importLines(lines, { dryRun: true });
  expect(fates).toEqual(lines.map(() => 'waits'));
});

test('a relay address of Apple claims no balance, even if an imported row names it', async () => {
  const relay = `${randomUUID()}@privaterelay.appleid.com`;
  await core.database.query(
    `INSERT INTO legacy_balances (address_hash, currency, amount_minor)
     VALUES (sha256($1::text::bytea), 'GBP', 500)`,
    [relay],
  );
  expect(await wallets(await provePerson(relay, 'apple'))).toEqual([]);
});

test('after a crash between proof and claim neither is stored, and the next proof claims once', async () => {
  await importLines([`${anna},12.50,GBP`]);
  const balances = core.app.get(LegacyBalancesService);
  const claim = balances.claim.bind(balances);
  const dies = (when: 'before' | 'after') => {
    balances.claim = async (tx, who) => {
      if (when === 'after') await claim(tx, who);
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
      return [];
    };
  };
  try {
    for (const when of ['before', 'after'] as const) {
      dies(when);
      await expect(provePerson(anna)).rejects.toThrow();
      expect(await core.database.query('SELECT 1 FROM addresses WHERE address = $1', [anna])).toEqual([]);
      expect(await claims(anna)).toEqual([]);
    }
  } finally {
    balances.claim = claim;
  }
  expect(await wallets(await provePerson(anna))).toEqual([money(1250, 'GBP')]);
  expect(await claims(anna)).toHaveLength(1);
});

function aSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give: () => give(), given };
}

test('an import waits for the uncommitted proof of an address, and then moves the balance to its user', async () => {
  const proven = aSignal();
  const commit = aSignal();
  const proof = core.app.get(TransactionsService).run(async (tx) => {
    const person = { address: anna, provenBy: 'code', passwordHash: null } as const;
    const userId = await core.app.get(PeopleService).addPerson(tx, person);
    proven.give();
    await commit.given;
    return userId!;
  });
  await proven.given;
  const importing = importLines([`${anna},12.50,GBP`]);
  const waits = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  const isWaiting = async () => (await core.database.query<unknown[]>(waits)).length > 0;
  await Promise.race([importing, until(isWaiting)]);
  commit.give();
  expect((await importing).fates).toEqual(['given']);
  expect(await wallets(await proof)).toEqual([money(1250, 'GBP')]);
});

test('an import during the erasure of an account moves no balance to it: the balance waits for the next user of the address', async () => {
  const userId = await provePerson(anna);
  let importing: ReturnType<typeof importLines> | undefined;
  await core.app.get(TransactionsService).run(async (tx) => {
    await core.app.get(LockedAccountsService).lockPerson(tx, userId);
    await core.app.get(PersonalDataService).forgotten.notify(tx, userId, [anna]);
    importing = importLines([`${anna},12.50,GBP`]);
    await Promise.race([importing, lockWaits(core.database, 1, 'FROM addresses')]);
  });
  expect((await importing!).fates).toEqual(['waits']);
  expect(await wallets(userId)).toEqual([]);
  expect(await wallets(await provePerson(anna))).toEqual([money(1250, 'GBP')]);
});

test('after an import and proofs at the same time, no balance waits for a proven address', async () => {
  const addresses = Array.from({ length: 20 }, () => `${randomUUID()}@example.com`);
  const lines = addresses.map((address) => `${address},1,GBP`);
  const [, ...people] = await Promise.all([
    importLines(lines),
    ...addresses.map((address) => provePerson(address)),
  ]);
  for (const userId of people) expect(await wallets(userId)).toEqual([money(100, 'GBP')]);
});

test('after any imports and claims, each balance has moved once or still waits, and no penny is lost', async () => {
  const person = fc.record({
    minor: fc.integer({ min: 0, max: 5_000 }),
    currency: fc.constantFrom('GBP' as const, 'EUR' as const),
    proven: fc.constantFrom('before', 'between', 'never'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 8 }), async (given) => {
      const people = given.map((each) => ({ ...each, address: `${randomUUID()}@example.com` }));
      const lines = people.map(
        ({ address, minor, currency }) => `${address},${(minor / 100).toFixed(2)},${currency}`,
      );
      const owners = new Map<string, string>();
      const join = async (when: string) => {
        for (const { address, proven } of people) {
          if (proven === when) owners.set(address, await provePerson(address));
        }
      };
      await join('before');
      await importLines(lines);
      await join('between');
      await importLines(lines);
      for (const { address, minor, currency } of people) {
        const userId = owners.get(address);
        if (userId !== undefined) {
          expect(await wallets(userId)).toEqual(minor === 0 ? [] : [money(minor, currency)]);
        }
        expect(await claims(address)).toHaveLength(userId !== undefined && minor > 0 ? 1 : 0);
      }
    }),
    { numRuns: 15 },
  );
  const [sums]: { claimed: string; opened: string }[] = await core.database.query(
    `SELECT (SELECT sum(amount_minor) FROM legacy_balances WHERE claimed_at IS NOT NULL) AS claimed,
            (SELECT sum(m.amount_minor) FROM ledger_movements m JOIN ledger_accounts a ON a.id = m.debit_id
             WHERE a.kind = 'legacy-opening') AS opened`,
  );
  expect(Number(sums?.opened)).toBe(Number(sums?.claimed));
});
