import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { ledgerRules } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import {
  breachesOf,
  theBeginning,
  type Breach,
  type Rule,
  type Since,
} from '@sixpence/core/money/ledger/rules.query';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { CreditingService } from '@sixpence/core/money/payments/reconciliation/crediting.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { endingsInvariant, jobBreaches, jobRules } from '@sixpence/core/jobs/views/job-verifier.query';
import { money } from '@sixpence/money/money';
import type { DataSource } from 'typeorm';
import { ReleaseWorld } from './release.js';

/**
 * A breach that a test plants: its description, the rules that report it (the intended rule first), and the
 * statement.
 */
export type Planting = readonly [what: string, rules: string[], sql: string];

const invariants = [...[...ledgerRules, ...jobRules].map(({ invariant }) => invariant), endingsInvariant];

/** The only invariant that starts with these words. */
export function invariantNamed(beginning: string): string {
  const matching = invariants.filter((invariant) => invariant.startsWith(beginning));
  expect(matching).toHaveLength(1);
  return matching[0]!;
}

/** Inserts a ledger row without the ledger's functions. */
export const newTransfer = (values: string) =>
  `INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id, key) VALUES (${values})`;

/** The first words of rules that breaches of several kinds also break. */
export const alsoBroken = {
  made: 'M4 the schema of the ledger',
  posted: 'M3 what a wallet stores as posted',
  held: 'M3 what a wallet stores as held',
  story: 'M6 a job and its hold',
  endings: endingsInvariant,
} as const;

/**
 * A world with a sample of everything that the ledger and jobs can hold. Tests plant breaches in it and roll
 * them back.
 */
export class Verified implements AsyncDisposable {
  private constructor(
    readonly world: ReleaseWorld,
    private readonly superuser: DataSource,
    /** The ids for plantings: `{wallet}` in a statement is replaced by its id. */
    readonly ids: Readonly<Record<string, string>>,
    private readonly after: AsyncDisposableStack,
  ) {}

  static async start(): Promise<Verified> {
    await using started = new AsyncDisposableStack();
    const world = started.use(await ReleaseWorld.start());
    // A superuser bypasses every check.
    const url = world.core.superuserUrl;
    const superuser = await createDataSource({ url, poolSize: 1 }).initialize();
    started.defer(() => superuser.destroy());
    return new Verified(world, superuser, await aLittleOfEverything(world), started.move());
  }

  /** The broken invariants after this statement, which is rolled back. `{wallet}` stands for an id. */
  async foundAfter(planted: string, since?: Since): Promise<string[]> {
    const breaches = await this.breachesAfter(planted, since);
    return [...new Set(breaches.map(({ invariant }) => invariant))].toSorted();
  }

  /** The breaches after this statement, which is rolled back, with their details. */
  async breachesAfter(planted: string, since: Since = theBeginning): Promise<Breach[]> {
    const runner = this.superuser.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('SET LOCAL session_replication_role = replica');
      await runner.query(planted.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.ids[name] ?? name));
      return [
        ...(await breachesOf(runner.manager, ledgerRules, since)),
        ...(await jobBreaches(runner.manager, since)),
      ];
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.after.disposeAsync();
  }
}

/** Rules that no planting intends to break. */
export function rulesWithoutPlanting(
  rules: readonly Pick<Rule, 'invariant'>[],
  plantings: readonly Planting[],
): string[] {
  const matching = plantings.map(([, [rule]]) => invariantNamed(rule!));
  return rules.map(({ invariant }) => invariant).filter((invariant) => !matching.includes(invariant));
}

/**
 * Makes a partial job with a partial return, an open job, a claimed balance, a second wallet, payments,
 * refunds of every origin, and a dispute.
 */
async function aLittleOfEverything(world: ReleaseWorld): Promise<Record<string, string>> {
  const only = (sql: string) => firstValue(world.database, sql);
  const site = await world.aSite();
  const owner = await world.aPerson('1.00');
  const other = await world.aPerson('2.00');
  const paid = await aPaymentThat(world, owner, 500);
  const refunds = world.core.app.get(RefundsService);
  const ownRefund = await refunds.askRefund({ owner, currency: 'GBP', amountMinor: 100, by: 'person' });
  const { id: failed } = ownRefund.refunds[0]!;
  await refunds.bookFailed(failed);
  const by = { actor: 'a test', reason: 'a test' };
  const staffRefund = await refunds.askRefund({ owner, currency: 'GBP', amountMinor: 50, by });
  const { id: byStaff } = staffRefund.refunds[0]!;
  const { id: found } = await refunds.bookProviderRefund({
    paymentId: paid,
    providerId: 're_found',
    minor: 200,
  });
  const disputed = await aPaymentThat(world, other, 300);
  const dispute = { paymentId: disputed, what: 'dispute', minor: 300 } as const;
  await world.core.app.get(DisputesService).bookDispute({ ...dispute, id: 'du_lost', state: 'lost' });
  const document = await world.aDocument(owner);
  const { jobs } = await world.print(site, await world.logIn(site, owner));
  const settled = jobs[0]!.jobId;
  await world.jobs.settleJob(site.agent.id, { jobId: settled, outcome: 'canceled', impressions: 2 });
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
    const by = { actor: 'a test', reason: 'a slip' };
    await world.credits.giveBack(tx, { jobId: settled, owner, amount, key: 'a slip', ...by });
    await world.credits.carryOver(tx, { owner, amount: money(50, 'GBP'), key: `legacy-claim:${balance}` });
  });
  await world.issue(owner);
  const walletOf = (id: string) =>
    only(`SELECT id FROM ledger_accounts WHERE owner_id = '${id}' AND currency = 'GBP'`);
  const [wallet, otherWallet] = [await walletOf(owner), await walletOf(other)];
  const transfer = (of: string) => only(`SELECT id FROM transfers WHERE ${of}`);
  return {
    owner,
    other,
    document,
    waiting,
    open,
    settled,
    balance,
    wallet,
    otherWallet,
    paid,
    disputed,
    failed,
    found,
    byStaff,
    grant: await transfer(`kind = 'admin-grant' AND wallet_id = ${wallet}`),
    otherGrant: await transfer(`kind = 'admin-grant' AND wallet_id = ${otherWallet}`),
    hold: await transfer(`kind = 'hold' AND job_id = '${settled}'`),
    openHold: await transfer(`kind = 'hold' AND job_id = '${open}'`),
    giveBack: await transfer(`kind = 'give-back'`),
    claim: await transfer(`kind = 'legacy-claim'`),
  };
}

/**
 * A credited payment.
 * @returns its id
 */
async function aPaymentThat(world: ReleaseWorld, owner: string, minor: number): Promise<string> {
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
export async function firstValue(database: DataSource, sql: string): Promise<string> {
  const [row] = (await database.query(sql)) as Record<string, unknown>[];
  return String(Object.values(row!)[0]);
}
