import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LedgerService } from '@sixpence/core/money/ledger/ledger.service';
import { LedgerVerifier, ledgerRules } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { schemaExpected, schemaNow } from '@sixpence/core/money/ledger/views/ledger-schema.query';
import { paymentRules } from '@sixpence/core/money/ledger/views/payment-rules.query';
import { theBeginning, type Since } from '@sixpence/core/money/ledger/rules.query';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import { NightlyAuditService } from '@sixpence/core/operation/verification/nightly-audit.service';
import { VerificationService } from '@sixpence/core/operation/verification/verification.service';
import { money } from '@sixpence/money/money';
import type { Registry } from 'prom-client';
import { asOwner } from '../../support/core/database.js';
import { shiftClock } from '../../support/builders/ledger.js';
import {
  alsoBroken,
  firstValue,
  invariantNamed,
  newTransfer,
  rulesWithoutPlanting,
  Verified,
  type Planting,
} from '../../support/worlds/verified.js';

const after = new AsyncDisposableStack();
let verified: Verified;
beforeAll(async () => {
  verified = after.use(await Verified.start());
});
afterAll(() => after.disposeAsync());

const only = (sql: string) => firstValue(verified.world.database, sql);
const altered = (name: string, from: string, to: string) =>
  `UPDATE pg_proc SET prosrc = replace(prosrc, '${from}', '${to}') WHERE proname = '${name}'`;

const { made, posted, held, story } = alsoBroken;
const rights = 'M4 only the owner';
const takenBack = 'M5 disputes moved';
const givenBack = 'M4 every give-back';
const credited = 'M5 each payment';

/** The service’s own accounts have odd ids in GBP. */
const plantings: Planting[] = [
  [
    'a wrong counter-account',
    ['M1 every transfer moves'],
    'UPDATE transfers SET debit_id = 11 WHERE id = {grant}',
  ],
  [
    'an unknown counter-account',
    ['M1 every transfer moves'],
    'UPDATE transfers SET debit_id = 999 WHERE id = {grant}',
  ],
  [
    'another currency',
    ['M1 every transfer moves'],
    `UPDATE transfers SET currency = 'EUR' WHERE id = {grant}`,
  ],
  ['an unknown kind', ['M1 every transfer moves'], `UPDATE transfers SET kind = 'gift' WHERE id = {grant}`],
  [
    'a grant of a job',
    ['M1 every transfer moves'],
    `UPDATE transfers SET job_id = '{settled}' WHERE id = {grant}`,
  ],
  ['a hold with a key', ['M1 every transfer moves'], `UPDATE transfers SET key = 'x' WHERE id = {hold}`],
  [
    'a transfer of zero',
    ['M1 every transfer moves', made, takenBack],
    `ALTER TABLE transfers DROP CONSTRAINT transfers_check;
     ${newTransfer(`'dispute-loss', 9, 3, 'GBP', 0, NULL, 'x'`)}`,
  ],
  [
    'a negative transfer',
    ['M1 every transfer moves', made, takenBack],
    `ALTER TABLE transfers DROP CONSTRAINT transfers_check;
     ${newTransfer(`'dispute-loss', 9, 3, 'GBP', -5, NULL, 'x'`)}`,
  ],
  [
    'the same key twice',
    ['M1 every transfer happens', made],
    `DROP INDEX transfers_key; UPDATE transfers SET key = 'x' WHERE kind = 'admin-grant'`,
  ],
  [
    'the same hold twice',
    ['M1 every transfer happens', made, story],
    `DROP INDEX transfers_one_hold; ${newTransfer(`'hold', {wallet}, 1, 'GBP', 0, '{open}', NULL`)}`,
  ],
  [
    'a wallet that holds more than it has',
    ['M2', held, made],
    `ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_never_negative;
     UPDATE ledger_accounts SET held_minor = posted_minor + 1 WHERE id = {wallet}`,
  ],
  [
    'a wallet with negative holds',
    ['M2', held, made],
    `ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_held_minor_check;
     UPDATE ledger_accounts SET held_minor = -1 WHERE id = {wallet}`,
  ],
  [
    'a drifted balance',
    [posted],
    'UPDATE ledger_accounts SET posted_minor = posted_minor + 1 WHERE id = {wallet}',
  ],
  [
    'a transfer without effect',
    [posted, credited],
    newTransfer(`'top-up', 3, {wallet}, 'GBP', 5, NULL, 'x'`),
  ],
  ['a missing transfer', [posted], 'DELETE FROM transfers WHERE id = {otherGrant}'],
  ['drifted holds', [held], 'UPDATE ledger_accounts SET held_minor = held_minor + 1 WHERE id = {wallet}'],
  [
    'a view that hides captures',
    ['M3 the view', posted],
    `CREATE OR REPLACE VIEW ledger_movements AS
     SELECT id AS transfer_id, kind, debit_id, credit_id, wallet_id, currency, amount_minor, job_id,
       created_at
     FROM transfers WHERE kind <> 'hold'`,
  ],
  [
    'a wallet without an owner',
    ['M3 every wallet'],
    `INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
     VALUES ('wallet', gen_random_uuid(), 'GBP', 0, 0)`,
  ],
  ['an altered function of the ledger', [made], altered('ledger_settle', 'capture', 'capture + 0')],
  ['an altered settle_job function', [made], altered('settle_job', 'open_jobs - 1', 'open_jobs')],
  [
    'an altered place_release function',
    [made],
    altered('place_release', 'open_jobs + chosen.copies', 'open_jobs + 1'),
  ],
  ['an altered app_now function', [made], altered('app_now', 'clock_timestamp()', 'now()')],
  [
    'a function that runs as its caller',
    [made],
    'ALTER FUNCTION ledger_settle(uuid, bigint) SECURITY INVOKER',
  ],
  ['a strict function', [made], 'ALTER FUNCTION ledger_take(text, uuid, text, bigint, text) STRICT'],
  [
    'an altered function outside the ledger',
    [made],
    altered('sessions_ended', 'FROM ended', 'FROM ended WHERE false'),
  ],
  [
    'a function without its search path',
    [made],
    'ALTER FUNCTION ledger_settle(uuid, bigint) RESET search_path',
  ],
  [
    'an additional function',
    [made, rights],
    `CREATE FUNCTION ledger_post(int) RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  ],
  ['a missing trigger', [made], 'DROP TRIGGER transfers_append_only ON transfers'],
  ['a disabled trigger', [made], 'ALTER TABLE settlements DISABLE TRIGGER settlements_append_only'],
  [
    'an additional trigger',
    [made],
    'CREATE TRIGGER x BEFORE INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()',
  ],
  ['a missing constraint', [made], 'ALTER TABLE settlements DROP CONSTRAINT settlements_whole'],
  [
    'a key that is not unique',
    [made],
    'DROP INDEX transfers_key; CREATE INDEX transfers_key ON transfers (key)',
  ],
  ['another default', [made], `ALTER TABLE transfers ALTER created_at SET DEFAULT now() - interval '1 day'`],
  ['hidden rows', [made], 'ALTER TABLE transfers ENABLE ROW LEVEL SECURITY'],
  ['a rule', [made], 'CREATE RULE x AS ON INSERT TO settlements DO INSTEAD NOTHING'],
  [
    'another kind of transfer',
    [made],
    `UPDATE transfer_kinds SET debit = 'forfeited' WHERE kind = 'loss-recovered'`,
  ],
  ['a changed account of the service', [made], `UPDATE ledger_accounts SET kind = 'spare' WHERE id = 12`],
  [
    'disabled foreign keys',
    ['M4 the foreign keys'],
    `UPDATE pg_trigger SET tgenabled = 'D' WHERE tgisinternal AND tgrelid = 'settlements'::regclass`,
  ],
  ['a right to change rows', [rights], 'GRANT UPDATE ON transfers TO sixpence_app'],
  ['a right to change a column', [rights], 'GRANT UPDATE (amount_minor) ON transfers TO sixpence_app'],
  ['a function granted to PUBLIC', [rights], 'GRANT EXECUTE ON FUNCTION ledger_wallet(uuid, text) TO PUBLIC'],
  ['a function of another owner', [rights], 'ALTER FUNCTION ledger_wallet(uuid, text) OWNER TO CURRENT_USER'],
  [
    'a backdated transfer',
    ['M4 rows stand'],
    `UPDATE transfers SET created_at = created_at - interval '2 hours' WHERE id = {claim}`,
  ],
  [
    'a settlement before its hold',
    ['M4 rows stand'],
    `UPDATE settlements SET created_at = created_at - interval '1 minute' WHERE hold_id = {hold}`,
  ],
  [
    'a grant without a reason',
    ['M4 every grant'],
    `SELECT ledger_post('admin-grant', '{owner}', 'GBP', 5, 'x')`,
  ],
  [
    'a settlement with another held amount',
    ['M6 captured', story],
    `UPDATE settlements SET held_minor = held_minor + 1, returned_minor = returned_minor + 1
      WHERE hold_id = {hold}`,
  ],
  [
    'an incomplete settlement',
    ['M6 captured', made],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_whole;
     UPDATE settlements SET held_minor = held_minor + 1 WHERE hold_id = {hold}`,
  ],
  [
    'a negative captured amount',
    ['M6 captured', 'M6 no more', made, posted, story],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_captured_minor_check;
     UPDATE settlements SET captured_minor = -1, returned_minor = held_minor + 1 WHERE hold_id = {hold}`,
  ],
  [
    'a negative returned amount',
    ['M6 captured', made, posted, story],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_returned_minor_check;
     UPDATE settlements SET captured_minor = held_minor + 1, returned_minor = -1 WHERE hold_id = {hold}`,
  ],
  [
    'a settlement of a transfer that is no hold',
    ['M6 captured'],
    'INSERT INTO settlements VALUES ({grant}, 0, 0, 0)',
  ],
  ['a settlement without a hold', ['M6 captured'], 'INSERT INTO settlements VALUES (999999, 0, 0, 0)'],
  [
    'a hold that is settled twice',
    ['M6 a hold', made, posted],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_pkey;
     INSERT INTO settlements SELECT * FROM settlements WHERE hold_id = {hold}`,
  ],
  [
    'more given back than was captured',
    ['M6 no more', givenBack],
    `${newTransfer(`'give-back', 1, {wallet}, 'GBP', 6, '{settled}', 'x'`)};
     UPDATE ledger_accounts SET posted_minor = posted_minor + 6 WHERE id = {wallet}`,
  ],
  [
    'a give-back to another user',
    ['M6 no more', posted],
    'UPDATE transfers SET credit_id = {otherWallet} WHERE id = {giveBack}',
  ],
  [
    'an open hold older than a day',
    ['M8', 'M4 rows stand'],
    `UPDATE transfers SET created_at = created_at - interval '25 hours' WHERE id = {openHold}`,
  ],
  [
    'a claim of more than the balance',
    ['M10'],
    `UPDATE legacy_balances SET amount_minor = amount_minor + 1 WHERE id = '{balance}'`,
  ],
  ['a claim without its transfer', ['M10'], `UPDATE transfers SET key = 'x' WHERE id = {claim}`],
  ['a claim of no balance', ['M10'], `DELETE FROM legacy_balances WHERE id = '{balance}'`],
  ['a give-back without a reason', [givenBack], `SELECT ledger_give_back('{settled}', 1, 'x')`],
];

const checkpointMissing =
  'UPDATE ledger_checkpoints SET after_id = {grant}, digest = ledger_digest({grant}, through_id)';

/** Violations before a checkpoint, whose rows are not read again one by one. */
const plantingsBefore: Planting[] = [
  [
    'a drifted balance of a wallet without new transfers',
    ['M3 all wallets'],
    'UPDATE ledger_accounts SET posted_minor = posted_minor + 1 WHERE id = {otherWallet}',
  ],
  [
    'a changed transfer',
    ['M4 what was verified'],
    `UPDATE transfers SET created_at = created_at + interval '1 second' WHERE id = {grant}`,
  ],
  ...[
    ['amount', 'amount_minor = amount_minor + 1', 'otherGrant'],
    ['kind', `kind = 'legacy-claim'`, 'otherGrant'],
    ['currency', `currency = 'EUR'`, 'otherGrant'],
    ['key', `key = 'x'`, 'otherGrant'],
    ['job', `job_id = '{settled}'`, 'otherGrant'],
    ['credited account', 'credit_id = 3', 'hold'],
  ].map(([what, change, transfer]): Planting => [
    `a transfer with another ${what}`,
    ['M4 what was verified'],
    `UPDATE transfers SET ${change} WHERE id = {${transfer}}`,
  ]),
  [
    'a changed settlement',
    ['M4 what was verified'],
    `UPDATE settlements SET created_at = created_at + interval '1 second' WHERE hold_id = {hold}`,
  ],
  ['a missing checkpoint', ['M4 what was verified'], checkpointMissing],
];

describe('ledger verify', () => {
  test('finds nothing in a correct ledger', async () => {
    expect(await verified.foundAfter('SELECT 1')).toEqual([]);
  });

  test('accepts a transfer that began 59 minutes before the one before it', async () => {
    const late = `UPDATE transfers SET created_at = created_at - interval '59 minutes' WHERE id = {claim}`;
    expect(await verified.foundAfter(late)).toEqual([]);
  });

  test.each(plantings)('finds %s', async (_, rules, sql) => {
    expect(await verified.foundAfter(sql)).toEqual(rules.map(invariantNamed).toSorted());
  });

  test('has a planted violation for each rule', () => {
    const ofOthers = paymentRules.map(({ invariant }) => invariant);
    const rules = ledgerRules.filter(({ invariant }) => !ofOthers.includes(invariant));
    expect(rulesWithoutPlanting(rules, [...plantings, ...plantingsBefore])).toEqual([]);
  });

  // A migration that changes the ledger’s tables must change ledger-schema.ts too: run this test, check that
  // each difference is intended, and copy the received values.
  test('expects the schema that the migrations and functions/*.sql make', async () => {
    const rows = (await verified.world.database.query(schemaNow)) as { name: string; digest: string }[];
    expect(Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))).toEqual(schemaExpected);
  });
});

describe('a nightly verification', () => {
  let audit: NightlyAuditService;
  let checks: number;
  let since: Since;
  const spyOnCheck = () => jest.spyOn(verified.world.core.app.get(VerificationService), 'checkAndAdvance');

  beforeAll(async () => {
    audit = verified.world.core.app.get(NightlyAuditService);
    const check = spyOnCheck();
    await shiftClock(verified.world.database, '2 hours');
    await Promise.all([audit.verifyOncePerNight(), audit.verifyOncePerNight()]);
    checks = check.mock.calls.length;
    since = await verified.world.core.app.get(LedgerVerifier).lastCheckpoint();
  });

  const latestResult = () =>
    only(`SELECT coalesce(breaches::text, 'open') FROM verifications ORDER BY night DESC LIMIT 1`);
  const checkpoints = () => only('SELECT count(*) FROM ledger_checkpoints');
  const leaveUnfinished = (begunAgo: string) =>
    verified.world.database.query(
      `UPDATE verifications
        SET finished_at = NULL, breaches = NULL, begun_at = app_now() - interval '${begunAgo}'`,
    );

  test('runs once, on one of several cores', async () => {
    const begun = `begun_at = app_now() - interval '61 minutes'`;
    await verified.world.database.query(`UPDATE verifications SET ${begun}`);
    const check = spyOnCheck();
    await audit.verifyOncePerNight();
    expect([checks, check.mock.calls]).toEqual([1, []]);
    expect(await latestResult()).toBe('0');
  });

  test('of a dead core is taken over by another one, an hour later', async () => {
    await leaveUnfinished('59 minutes');
    await audit.verifyOncePerNight();
    expect(await latestResult()).toBe('open');
    await leaveUnfinished('61 minutes');
    await audit.verifyOncePerNight();
    expect(await latestResult()).toBe('0');
  });

  test('sets a checkpoint before the first open hold', async () => {
    expect(String(since.after)).toBe(String(Number(verified.ids['openHold']) - 1));
    expect(await checkpoints()).toBe('1');
  });

  test.each(['{openHold}', '{claim}', '1000000'])(
    'does not set a checkpoint at transfer %s',
    async (transfer) => {
      const id = verified.ids[transfer.slice(1, -1)] ?? transfer;
      const close = verified.world.core.app.get(LedgerService).closeThrough(Number(id));
      await expect(close).rejects.toThrow(/Not everything up to/);
    },
  );

  test('finds nothing in a correct ledger, and reads only new rows', async () => {
    expect(await verified.foundAfter('SELECT 1', since)).toEqual([]);
    expect(await verified.foundAfter('UPDATE transfers SET debit_id = 11 WHERE id = {claim}', since)).toEqual(
      [invariantNamed('M1 every transfer moves')],
    );
    expect(
      await verified.foundAfter('UPDATE transfers SET debit_id = 11 WHERE id = {otherGrant}', since),
    ).toEqual([invariantNamed('M4 what was verified')]);
  });

  test.each(plantingsBefore)('finds %s', async (_, rules, sql) => {
    expect(await verified.foundAfter(sql, since)).toEqual(rules.map(invariantNamed).toSorted());
  });

  test('of the whole ledger finds changed rows before a checkpoint', async () => {
    const planted = `UPDATE transfers SET created_at = created_at + interval '1 second' WHERE id = {grant}`;
    expect(await verified.foundAfter(planted)).toEqual([invariantNamed('M4 what was verified')]);
  });

  test.each([
    [
      'changed',
      `UPDATE transfers SET key = 'x' WHERE id = {otherGrant}`,
      'have changed since they were verified',
    ],
    ['without a checkpoint before them', checkpointMissing, 'follow no verified transfer'],
  ])('reports that transfers are %s', async (_, sql, words) => {
    const findings = (await verified.breachesAfter(sql, since)).map(({ finding }) => finding);
    expect(findings).toEqual([expect.stringMatching(new RegExp(`^transfers \\d+ to \\d+ ${words}$`))]);
  });

  test('that finds a breach reports it in the metrics, and sets no checkpoint', async () => {
    const drift = (by: string) =>
      asOwner(
        verified.world.database,
        `UPDATE ledger_accounts SET posted_minor = posted_minor ${by} WHERE id = $1`,
        [verified.ids['wallet']],
      );
    await asOwner(verified.world.database, 'ALTER TABLE ledger_checkpoints DISABLE TRIGGER USER');
    await asOwner(verified.world.database, 'DELETE FROM ledger_checkpoints');
    await asOwner(verified.world.database, 'ALTER TABLE ledger_checkpoints ENABLE TRIGGER USER');
    await drift('+ 1');
    await leaveUnfinished('61 minutes');
    await audit.verifyOncePerNight();
    expect(await latestResult()).toBe('1');
    expect(await checkpoints()).toBe('0');
    const answer = await verified.world.core.app.get<Registry>(METRICS).metrics();
    expect(answer).toContain('sixpence_ledger_breaches 1');
    expect(answer).toMatch(/sixpence_ledger_verified_timestamp_seconds [1-9]/);
    await drift('- 1');
  });

  test('closes no transfer of the last hour, and later adds a second checkpoint', async () => {
    const { core, credits, jobs } = verified.world;
    const ledger = core.app.get(LedgerService);
    const verifier = core.app.get(LedgerVerifier);
    await jobs.settleOverdue(verified.ids['open']!);
    const last = Number(await only('SELECT max(id) FROM transfers'));
    const gift = { owner: verified.ids['owner']!, amount: money(7, 'GBP'), key: 'young', reason: 'a test' };
    await credits.grant(gift);
    const young = Number(await only('SELECT max(id) FROM transfers'));
    expect(await verifier.lastClosable(theBeginning)).toBe(last);
    await expect(ledger.closeThrough(young)).rejects.toThrow(/Not everything up to/);
    for (const through of [last, last, Number(verified.ids['claim'])]) await ledger.closeThrough(through);
    expect(await checkpoints()).toBe('1');
    const first = await verifier.lastCheckpoint();
    expect(first.after).toBe(last);

    await shiftClock(verified.world.database, '59 minutes');
    expect(await verifier.lastClosable(first)).toBe(last);
    await shiftClock(verified.world.database, '2 minutes');
    expect(await verifier.lastClosable(first)).toBe(young);
    await ledger.closeThrough(young);
    const second = await verifier.lastCheckpoint();
    expect(second.after).toBe(young);
    for (const from of [theBeginning, first, second])
      expect(await verified.foundAfter('SELECT 1', from)).toEqual([]);

    // Each night reads one of the two checkpoints, alternately.
    const changed = `UPDATE transfers SET created_at = created_at + interval '1 second' WHERE id = {grant}`;
    const nights = ['0 days', '1 day', '2 days'].map((days) =>
      verified.foundAfter(`UPDATE clock_shift SET shift = shift + interval '${days}'; ${changed}`, second),
    );
    const found = (await Promise.all(nights)).map((rules) =>
      rules.includes(invariantNamed('M4 what was verified')),
    );
    expect(found[0]).toBe(found[2]);
    expect(found[0]).not.toBe(found[1]);
  });
});
