import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LedgerAudit, ledgerRules } from '@sixpence/core/credits/ledger-audit.query';
import { schemaNow } from '@sixpence/core/credits/ledger-schema.query';
import { ledgerSchema } from '@sixpence/core/credits/ledger-schema';
import { breachesOf, theBeginning, type Since } from '@sixpence/core/credits/rules.query';
import { createDataSource } from '@sixpence/core/database/data-source';
import { TransactionsService } from '@sixpence/core/database/transactions.service';
import { METRICS } from '@sixpence/core/process/metrics';
import { endings, jobBreaches, jobRules } from '@sixpence/core/release/job-audit.query';
import { money } from '@sixpence/money/money';
import { CreditingService } from '@sixpence/core/payments/crediting.service';
import { DisputesService } from '@sixpence/core/refunds/disputes.service';
import { RefundsService } from '@sixpence/core/refunds/refunds.service';
import { NightsService } from '@sixpence/core/verification/nights.service';
import { VerificationService } from '@sixpence/core/verification/verification.service';
import { sharedServices } from '@sixpence/sandbox/testing/shared-services';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { asOwner } from '../support/database.js';
import { shiftClock } from '../support/ledger.js';
import { ReleaseWorld } from '../support/release.js';

const after = new AsyncDisposableStack();
let world: ReleaseWorld;
/** As a superuser, who gets past every check. */
let superuser: DataSource;
/** What plantings speak of: `{wallet}` in a statement is its id. */
let ids: Record<string, string>;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  const [{ name }]: [{ name: string }] = await world.database.query('SELECT current_database() AS name');
  const url = sharedServices().postgresUrl + name;
  superuser = await createDataSource({ url, poolSize: 1 }).initialize();
  after.defer(() => superuser.destroy());
  ids = await aLittleOfEverything();
}, 60_000);
afterAll(() => after.disposeAsync());

/** A partial job of which something was given back, an open one, a claimed balance, and a second wallet. */
async function aLittleOfEverything() {
  const site = await world.aSite();
  const owner = await world.aPerson('1.00');
  const other = await world.aPerson('2.00');
  const paid = await aPaymentThat(owner, 500);
  const refunds = world.core.app.get(RefundsService);
  const asked = await refunds.ask({ owner, currency: 'GBP', amountMinor: 100, by: 'person' });
  const { id: failed } = asked.refunds[0]!;
  await refunds.failed(failed);
  const { id: found } = await refunds.found({ paymentId: paid, providerId: 're_found', minor: 200 });
  const disputed = await aPaymentThat(other, 300);
  const told = { paymentId: disputed, what: 'dispute', minor: 300 } as const;
  await world.core.app.get(DisputesService).hear({ ...told, id: 'du_lost', state: 'lost' });
  const document = await world.aDocument(owner);
  const { jobs } = await world.print(site, await world.logIn(site, owner));
  const settled = jobs[0]!.jobId;
  await world.jobs.settle(site.agent.id, { jobId: settled, outcome: 'canceled', impressions: 2 });
  const waiting = await world.aDocument(owner);
  const { documents, ...listing } = await world.logIn(site, owner);
  const chosen = documents.filter(({ documentId }) => documentId === waiting);
  const open = (await world.print(site, { ...listing, documents: chosen })).jobs[0]!.jobId;
  const balance = await only(
    `INSERT INTO legacy_balances (address_hash, currency, amount_minor, claimed_by, claimed_at)
     VALUES (sha256('x'), 'GBP', 50, '${owner}', app_now()) RETURNING id`,
  );
  await world.core.app.get(TransactionsService).run(async (tx) => {
    const amount = money(5, 'GBP');
    await world.credits.giveBack(tx, { jobId: settled, owner, amount, key: 'a slip' });
    await world.credits.carryOver(tx, { owner, amount: money(50, 'GBP'), key: `legacy-claim:${balance}` });
  });
  await world.issue(owner);
  const walletOf = (id: string) =>
    only(`SELECT id FROM ledger_accounts WHERE owner_id = '${id}' AND currency = 'GBP'`);
  const [wallet, otherWallet] = [await walletOf(owner), await walletOf(other)];
  const transfer = (of: string) => only(`SELECT id FROM transfers WHERE ${of}`);
  return {
    ...{ owner, other, document, waiting, open, settled, balance, wallet, otherWallet },
    ...{ paid, disputed, failed, found },
    grant: await transfer(`kind = 'admin-grant' AND wallet_id = ${wallet}`),
    otherGrant: await transfer(`kind = 'admin-grant' AND wallet_id = ${otherWallet}`),
    hold: await transfer(`kind = 'hold' AND job_id = '${settled}'`),
    openHold: await transfer(`kind = 'hold' AND job_id = '${open}'`),
    giveBack: await transfer(`kind = 'give-back'`),
    claim: await transfer(`kind = 'legacy-claim'`),
  };
}

/** A payment that was credited. @returns its id */
async function aPaymentThat(owner: string, minor: number): Promise<string> {
  const id = randomUUID();
  await world.database.query(
    `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
     VALUES ($1, $2, 'GBP', $3::int, ARRAY[$3::int], $4, 'processing')`,
    [id, owner, minor, `pi_${id}`],
  );
  const paid = { id: `pi_${id}`, status: 'succeeded', minor, currency: 'GBP', paymentId: id } as const;
  const by = { clientSecret: undefined, method: 'visa', lastFour: '4242' };
  await world.core.app.get(CreditingService).creditPayment({ ...paid, ...by });
  return id;
}

/** The first value of the first row. */
async function only(sql: string): Promise<string> {
  const [row] = (await world.database.query(sql)) as Record<string, unknown>[];
  return String(Object.values(row!)[0]);
}

/** The invariants that are broken after this, which is undone. `{wallet}` stands for an id. */
async function foundAfter(planted: string, since: Since = theBeginning): Promise<string[]> {
  const runner = superuser.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('SET LOCAL session_replication_role = replica');
    await runner.query(planted.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name));
    const found = [
      ...(await breachesOf(runner.manager, ledgerRules, since)),
      ...(await jobBreaches(runner.manager, since)),
    ];
    return [...new Set(found.map(({ invariant }) => invariant))].toSorted();
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

const invariants = [...[...ledgerRules, ...jobRules].map(({ invariant }) => invariant), endings];

/** Enough of an invariant's words to know it by. */
const named = (beginning: string) => {
  const meant = invariants.filter((invariant) => invariant.startsWith(beginning));
  expect(meant).toHaveLength(1);
  return meant[0]!;
};

const newTransfer = (values: string) =>
  `INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id, key) VALUES (${values})`;
const altered = (name: string, from: string, to: string) =>
  `UPDATE pg_proc SET prosrc = replace(prosrc, '${from}', '${to}') WHERE proname = '${name}'`;

const made = 'M4 the ledger is made';
const rights = 'M4 nobody but their owner';
const posted = 'M3 what a wallet stores as posted';
const held = 'M3 what a wallet stores as held';
const story = 'M6 a job and its hold';
const credited = 'M5 each payment';
const sentBack = 'M5 what went back';
const takenBack = 'M5 what banks took';

/** What is planted, and the rules that name it, the one that is meant first. Own accounts have odd ids in GBP. */
const plantings: [what: string, rules: string[], sql: string][] = [
  [
    'a wrong counter-account',
    ['M1 every transfer moves'],
    'UPDATE transfers SET debit_id = 11 WHERE id = {grant}',
  ],
  [
    'a counter-account that is none',
    ['M1 every transfer moves'],
    'UPDATE transfers SET debit_id = 999 WHERE id = {grant}',
  ],
  [
    'another currency',
    ['M1 every transfer moves'],
    `UPDATE transfers SET currency = 'EUR' WHERE id = {grant}`,
  ],
  [
    'a kind that is none',
    ['M1 every transfer moves'],
    `UPDATE transfers SET kind = 'gift' WHERE id = {grant}`,
  ],
  [
    'a grant of a job',
    ['M1 every transfer moves'],
    `UPDATE transfers SET job_id = '{settled}' WHERE id = {grant}`,
  ],
  ['a hold with a key', ['M1 every transfer moves'], `UPDATE transfers SET key = 'x' WHERE id = {hold}`],
  [
    'a transfer of nothing',
    ['M1 every transfer moves', made, takenBack],
    `ALTER TABLE transfers DROP CONSTRAINT transfers_check;
     ${newTransfer(`'dispute-loss', 9, 3, 'GBP', 0, NULL, 'x'`)}`,
  ],
  [
    'a transfer of less than nothing',
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
    'a wallet that holds less than nothing',
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
  ['a transfer that is gone', [posted], 'DELETE FROM transfers WHERE id = {otherGrant}'],
  ['drifted holds', [held], 'UPDATE ledger_accounts SET held_minor = held_minor + 1 WHERE id = {wallet}'],
  [
    'a view that hides captures',
    ['M3 the view', posted],
    `CREATE OR REPLACE VIEW ledger_movements AS
     SELECT id AS transfer_id, kind, debit_id, credit_id, wallet_id, currency, amount_minor, job_id, created_at
     FROM transfers WHERE kind <> 'hold'`,
  ],
  [
    'a wallet of nobody',
    ['M3 every wallet'],
    `INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
     VALUES ('wallet', gen_random_uuid(), 'GBP', 0, 0)`,
  ],
  ['an altered function of the ledger', [made], altered('ledger_settle', 'capture', 'capture + 0')],
  ['another settlement', [made], altered('settle_job', 'open_jobs - 1', 'open_jobs')],
  ['another press of PRINT', [made], altered('place_release', 'open_jobs + 1', 'open_jobs')],
  ['another clock', [made], altered('app_now', 'clock_timestamp()', 'now()')],
  [
    'a function that runs as its caller',
    [made],
    'ALTER FUNCTION ledger_settle(uuid, bigint) SECURITY INVOKER',
  ],
  ['a function that looks elsewhere', [made], 'ALTER FUNCTION ledger_settle(uuid, bigint) RESET search_path'],
  [
    'a further function',
    [made, rights],
    `CREATE FUNCTION ledger_post(int) RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  ],
  ['a trigger that is gone', [made], 'DROP TRIGGER transfers_append_only ON transfers'],
  ['a trigger that is off', [made], 'ALTER TABLE settlements DISABLE TRIGGER settlements_append_only'],
  [
    'a trigger too many',
    [made],
    'CREATE TRIGGER x BEFORE INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()',
  ],
  ['a constraint that is gone', [made], 'ALTER TABLE settlements DROP CONSTRAINT settlements_whole'],
  [
    'a key that is not unique',
    [made],
    'DROP INDEX transfers_key; CREATE INDEX transfers_key ON transfers (key)',
  ],
  ['another default', [made], `ALTER TABLE transfers ALTER created_at SET DEFAULT now() - interval '1 day'`],
  ['rows that are hidden', [made], 'ALTER TABLE transfers ENABLE ROW LEVEL SECURITY'],
  ['a rule', [made], 'CREATE RULE x AS ON INSERT TO settlements DO INSTEAD NOTHING'],
  [
    'another kind of transfer',
    [made],
    `UPDATE transfer_kinds SET debit = 'forfeited' WHERE kind = 'loss-recovered'`,
  ],
  ['an own account that is another', [made], `UPDATE ledger_accounts SET kind = 'spare' WHERE id = 12`],
  [
    'foreign keys that are not checked',
    ['M4 the keys'],
    `UPDATE pg_trigger SET tgenabled = 'D' WHERE tgisinternal AND tgrelid = 'settlements'::regclass`,
  ],
  ['a right to change rows', [rights], 'GRANT UPDATE ON transfers TO sixpence_app'],
  ['a right to change a column', [rights], 'GRANT UPDATE (amount_minor) ON transfers TO sixpence_app'],
  ['a function for everybody', [rights], 'GRANT EXECUTE ON FUNCTION ledger_wallet(uuid, text) TO PUBLIC'],
  ['a function of somebody else', [rights], 'ALTER FUNCTION ledger_wallet(uuid, text) OWNER TO CURRENT_USER'],
  [
    'a transfer that is backdated',
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
    'a payment of another amount than was credited',
    [credited],
    `UPDATE payments SET amount_minor = amount_minor + 1 WHERE id = '{paid}'`,
  ],
  [
    'a payment that succeeded and was not credited',
    [credited],
    `UPDATE transfers SET key = 'payment:x' WHERE key = 'payment:{paid}'`,
  ],
  [
    'a payment that was credited and did not succeed',
    [credited],
    `UPDATE payments SET state = 'canceled', number = NULL, credited_at = NULL, refunded_minor = 0 WHERE id = '{disputed}'`,
  ],
  [
    'a payment of somebody else',
    [credited, sentBack],
    `UPDATE payments SET owner_id = '{other}' WHERE id = '{paid}'`,
  ],
  [
    'a top-up without a payment',
    [credited, posted],
    newTransfer(`'top-up', 3, {wallet}, 'GBP', 5, NULL, 'payment:y'`),
  ],
  [
    'a refund that took something else',
    [sentBack],
    `UPDATE payment_refunds SET taken_minor = taken_minor - 1 WHERE id = '{found}'`,
  ],
  [
    'a refund that failed and did not come back',
    [sentBack],
    `UPDATE payment_refunds SET state = 'failed' WHERE id = '{found}'`,
  ],
  [
    'a refund that came back and did not fail',
    [sentBack],
    `UPDATE payment_refunds SET state = 'sent', provider_id = 'x' WHERE id = '{failed}'`,
  ],
  ['a refund of nothing', [sentBack], `DELETE FROM payment_refunds WHERE id = '{failed}'`],
  [
    'a payment of which more went back than it says',
    [sentBack],
    `UPDATE payments SET refunded_minor = 1 WHERE id = '{paid}'`,
  ],
  [
    'more that went back than was paid',
    [sentBack, takenBack],
    `ALTER TABLE payments DROP CONSTRAINT payments_check;
     INSERT INTO payment_refunds (id, payment_id, asked_by, amount_minor, taken_minor, state, provider_id)
     VALUES ('{open}', '{paid}', 'provider', 301, 301, 'sent', 'y');
     UPDATE payments SET refunded_minor = 501 WHERE id = '{paid}';
     ${newTransfer(`'refund', {wallet}, 3, 'GBP', 301, NULL, 'refund:{open}'`)};
     UPDATE ledger_accounts SET posted_minor = posted_minor - 301 WHERE id = {wallet}`,
  ],
  [
    'a dispute that took something else',
    [takenBack],
    `UPDATE payment_disputes SET taken_minor = taken_minor - 1 WHERE id = 'du_lost'`,
  ],
  ['a dispute that was won and came to nothing', [takenBack], `UPDATE payment_disputes SET state = 'won'`],
  ['a loss that nobody booked', [takenBack], `UPDATE payment_disputes SET amount_minor = amount_minor + 1`],
  [
    'a refund that came back to a person whose bank has taken the payment',
    ['M5 what a refund brings back'],
    `INSERT INTO payment_disputes (id, payment_id, what, amount_minor, taken_minor, state, created_at)
     SELECT 'du_before', payment_id, 'dispute', 100, 0, 'open', updated_at - interval '1 second'
     FROM payment_refunds WHERE id = '{failed}'`,
  ],
  ['a dispute of nothing', [takenBack], 'DELETE FROM payment_disputes'],
  ['a loss of nothing', [takenBack], newTransfer(`'dispute-loss', 9, 3, 'GBP', 5, NULL, 'dispute-loss:x'`)],
  [
    'a settlement of another amount',
    ['M6 captured', story],
    `UPDATE settlements SET held_minor = held_minor + 1, returned_minor = returned_minor + 1 WHERE hold_id = {hold}`,
  ],
  [
    'a settlement by halves',
    ['M6 captured', made],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_whole;
     UPDATE settlements SET held_minor = held_minor + 1 WHERE hold_id = {hold}`,
  ],
  [
    'less than nothing that was captured',
    ['M6 captured', 'M6 no more', made, posted, story],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_captured_minor_check;
     UPDATE settlements SET captured_minor = -1, returned_minor = held_minor + 1 WHERE hold_id = {hold}`,
  ],
  [
    'less than nothing that was returned',
    ['M6 captured', made, posted, story],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_returned_minor_check;
     UPDATE settlements SET captured_minor = held_minor + 1, returned_minor = -1 WHERE hold_id = {hold}`,
  ],
  ['a settlement of what is no hold', ['M6 captured'], 'INSERT INTO settlements VALUES ({grant}, 0, 0, 0)'],
  ['a settlement of nothing', ['M6 captured'], 'INSERT INTO settlements VALUES (999999, 0, 0, 0)'],
  [
    'a hold that is settled twice',
    ['M6 a hold', made, posted],
    `ALTER TABLE settlements DROP CONSTRAINT settlements_pkey;
     INSERT INTO settlements SELECT * FROM settlements WHERE hold_id = {hold}`,
  ],
  [
    'more given back than was captured',
    ['M6 no more'],
    `${newTransfer(`'give-back', 1, {wallet}, 'GBP', 6, '{settled}', 'x'`)};
     UPDATE ledger_accounts SET posted_minor = posted_minor + 6 WHERE id = {wallet}`,
  ],
  [
    'something given back to somebody else',
    ['M6 no more', posted],
    'UPDATE transfers SET credit_id = {otherWallet} WHERE id = {giveBack}',
  ],
  [
    'a hold of yesterday',
    ['M8', 'M4 rows stand'],
    `UPDATE transfers SET created_at = created_at - interval '25 hours' WHERE id = {openHold}`,
  ],
  [
    'a claim of more than the balance',
    ['M10'],
    `UPDATE legacy_balances SET amount_minor = amount_minor + 1 WHERE id = '{balance}'`,
  ],
  ['a claim that did not move', ['M10'], `UPDATE transfers SET key = 'x' WHERE id = {claim}`],
  ['a claim of no balance', ['M10'], `DELETE FROM legacy_balances WHERE id = '{balance}'`],
  [
    'a job that cost something else than its hold',
    [story, endings],
    `UPDATE jobs SET captured_minor = 9, returned_minor = 6 WHERE id = '{settled}'`,
  ],
  ['a job that another has paid', [story], `UPDATE jobs SET owner_id = '{other}' WHERE id = '{open}'`],
  ['a job without a hold', [story, held], 'DELETE FROM transfers WHERE id = {openHold}'],
  ['a hold without a job', ['M6 every hold', 'D1'], `DELETE FROM jobs WHERE id = '{open}'`],
  [
    'a job that holds too little',
    ['M6 a job holds'],
    `UPDATE jobs SET unit_prices = '{5,5,6}' WHERE id = '{open}'`,
  ],
  [
    'what nobody gave a reason for',
    ['M6 what staff'],
    `UPDATE jobs SET decided_pages = 2 WHERE id = '{settled}'`,
  ],
  [
    'pages that were printed and not paid',
    [endings],
    `UPDATE jobs SET impressions = 3 WHERE id = '{settled}'`,
  ],
  ['a job that tells another end', [endings], `UPDATE jobs SET state = 'completed' WHERE id = '{settled}'`],
  ['a job that says other pages', [endings], `UPDATE jobs SET captured_pages = 1 WHERE id = '{settled}'`],
  [
    'a job that counts other pages of colour',
    ['M6 a job counts'],
    `UPDATE jobs SET captured_color_pages = 1 WHERE id = '{settled}'`,
  ],
  ['a job that was not short', [endings], `UPDATE jobs SET counted_short = true WHERE id = '{settled}'`],
  [
    'a job of yesterday',
    ['M7'],
    `UPDATE jobs SET created_at = created_at - interval '25 hours' WHERE id = '{open}'`,
  ],
  ['a document that stays for ever', ['D1'], `UPDATE documents SET open_jobs = 1 WHERE id = '{document}'`],
  ['a document that goes too soon', ['D1'], `UPDATE documents SET open_jobs = 0 WHERE id = '{waiting}'`],
  [
    'a fact that is not sent',
    ['E1 every fact'],
    `INSERT INTO outbox (subject, body, created_at) VALUES ('x', '{}', now() - interval '61 seconds')`,
  ],
  [
    'a settlement that is not told',
    ['E1 what was held'],
    `DELETE FROM outbox WHERE body->>'jobId' = '{settled}'`,
  ],
  [
    'a settlement that is told twice',
    ['E1 what was held'],
    `INSERT INTO outbox (subject, body) SELECT subject, body FROM outbox WHERE body->>'jobId' = '{settled}'`,
  ],
  [
    'a settlement that never was',
    ['E1 what was held'],
    `INSERT INTO outbox (subject, body) VALUES ('print.job.settled', '{"jobId": "{open}"}')`,
  ],
  [
    'a release that is not told',
    ['E1 what was held'],
    `DELETE FROM outbox WHERE subject = 'print.release.held'`,
  ],
  [
    'a second active code',
    ['C3'],
    `DROP INDEX print_codes_one_each;
     INSERT INTO print_codes (owner_id, code_hash, expires_at, near)
     VALUES ('{owner}', 'x', now() + interval '1 minute', '{1,2,3,4,5,6,7,8}')`,
  ],
];

/** The same for what lies before a checkpoint and is not read again, one by one. */
const plantingsBefore: [what: string, rules: string[], sql: string][] = [
  [
    'a wallet that nothing touched',
    ['M3 all wallets'],
    'UPDATE ledger_accounts SET posted_minor = posted_minor + 1 WHERE id = {otherWallet}',
  ],
  [
    'a transfer that changed',
    ['M4 what was verified'],
    `UPDATE transfers SET created_at = created_at + interval '1 second' WHERE id = {grant}`,
  ],
  [
    'a settlement that changed',
    ['M4 what was verified'],
    `UPDATE settlements SET created_at = created_at + interval '1 second' WHERE hold_id = {hold}`,
  ],
  [
    'a checkpoint that is gone',
    ['M4 what was verified'],
    `UPDATE ledger_checkpoints SET after_id = {grant}, digest = ledger_digest({grant}, through_id)`,
  ],
];

describe('ledger verify', () => {
  test('finds nothing where all is well', async () => {
    expect(await foundAfter('SELECT 1')).toEqual([]);
  });

  test.each(plantings)('finds %s', async (_, rules, sql) => {
    expect(await foundAfter(sql)).toEqual(rules.map(named).toSorted());
  });

  test('has no rule that was never seen to find what breaks it', () => {
    const meant = [...plantings, ...plantingsBefore].map(([, [rule]]) => named(rule!));
    expect(invariants.filter((invariant) => !meant.includes(invariant))).toEqual([]);
  });

  // A migration that changes the ledger's tables or functions changes this list too: run this test, look whether each
  // difference is meant, and take what it received.
  test('expects the schema that the migrations make', async () => {
    const rows = (await world.database.query(schemaNow)) as { name: string; digest: string }[];
    expect(Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))).toEqual(ledgerSchema);
  });
});

describe('a night', () => {
  let nights: NightsService;
  let goOn: jest.SpiedFunction<VerificationService['goOn']>;
  let since: Since;

  beforeAll(async () => {
    nights = world.core.app.get(NightsService);
    goOn = jest.spyOn(world.core.app.get(VerificationService), 'goOn');
    await shiftClock(world.database, '2 hours');
    await Promise.all([nights.tonight(), nights.tonight()]);
    since = await world.core.app.get(LedgerAudit).lastCheckpoint();
  });

  const tonight = () =>
    only(`SELECT coalesce(breaches::text, 'open') FROM verifications ORDER BY night DESC LIMIT 1`);
  const checkpoints = () => only('SELECT count(*) FROM ledger_checkpoints');
  const begun = (ago: string) =>
    world.database.query(
      `UPDATE verifications SET finished_at = NULL, breaches = NULL, begun_at = app_now() - interval '${ago}'`,
    );

  test('is looked at once, by one of several cores, and again by none', async () => {
    await nights.tonight();
    expect(goOn).toHaveBeenCalledTimes(1);
    expect(await tonight()).toBe('0');
  });

  test('whose core died is looked at by another one, an hour later', async () => {
    await begun('59 minutes');
    await nights.tonight();
    expect(await tonight()).toBe('open');
    await begun('61 minutes');
    await nights.tonight();
    expect(await tonight()).toBe('0');
  });

  test('closes what can change no more: all before the first open hold', async () => {
    expect(String(since.after)).toBe(String(Number(ids['openHold']) - 1));
    expect(await checkpoints()).toBe('1');
  });

  test.each(['{openHold}', '{claim}', '1000000'])('does not close transfer %s', async (transfer) => {
    const id = ids[transfer.slice(1, -1)] ?? transfer;
    const close = world.core.app.get(LedgerAudit).close(Number(id));
    await expect(close).rejects.toThrow(/Not everything up to/);
  });

  test('finds nothing where all is well, and reads only what is new', async () => {
    expect(await foundAfter('SELECT 1', since)).toEqual([]);
    expect(await foundAfter('UPDATE transfers SET debit_id = 11 WHERE id = {claim}', since)).toEqual([
      named('M1 every transfer moves'),
    ]);
    expect(await foundAfter('UPDATE transfers SET debit_id = 11 WHERE id = {otherGrant}', since)).toEqual([
      named('M4 what was verified'),
    ]);
  });

  test.each(plantingsBefore)('finds %s', async (_, rules, sql) => {
    expect(await foundAfter(sql, since)).toEqual(rules.map(named).toSorted());
  });

  test('that is read whole finds what changed in every range', async () => {
    const planted = `UPDATE transfers SET created_at = created_at + interval '1 second' WHERE id = {grant}`;
    expect(await foundAfter(planted)).toEqual([named('M4 what was verified')]);
  });

  test('that finds a breach says so, and closes nothing', async () => {
    const drift = (by: string) =>
      asOwner(world.database, `UPDATE ledger_accounts SET posted_minor = posted_minor ${by} WHERE id = $1`, [
        ids['wallet'],
      ]);
    await asOwner(world.database, 'ALTER TABLE ledger_checkpoints DISABLE TRIGGER USER');
    await asOwner(world.database, 'DELETE FROM ledger_checkpoints');
    await asOwner(world.database, 'ALTER TABLE ledger_checkpoints ENABLE TRIGGER USER');
    await drift('+ 1');
    await begun('61 minutes');
    await nights.tonight();
    expect(await tonight()).toBe('1');
    expect(await checkpoints()).toBe('0');
    const answer = await world.core.app.get<Registry>(METRICS).metrics();
    expect(answer).toContain('sixpence_ledger_breaches 1');
    expect(answer).toMatch(/sixpence_ledger_verified_timestamp_seconds [1-9]/);
    await drift('- 1');
  });
});
