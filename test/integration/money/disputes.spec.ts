import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { LedgerService } from '@sixpence/core/money/ledger/ledger.service';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { StripeService } from '@sixpence/core/money/payments/provider/stripe.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import { RoundsService } from '@sixpence/core/platform/process/rounds.service';
import { CardRefundsService } from '@sixpence/core/money/refunds/card-refunds.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { ProviderLists } from '@sixpence/core/money/refunds/provider-lists.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { payingForTests, type Payer, type PayingWorld } from '../../support/builders/paying.js';
import { linesAbout } from '../../support/lines-about.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => {
  ({ world, anna } = given);
});

// Stops the rounds that send refunds. Otherwise core could still send a refund that a test has booked as
// failed, and a later test would find it in the provider's lists and book it as well.
beforeEach(() => world.core.app.get(RoundsService).stopRounds(world.core.app.get(CardRefundsService)));

/** Loses all webhooks. A test reads the provider's lists when it needs the present state. */
beforeEach(() => world.payments.control.do('webhooks', { events: 'lost' }));
const readLists = () => world.core.app.get(ProviderLists).reconcileLists();

/** Takes this amount from the balance, as a print does. */
const spend = (minor: number) =>
  world.core.app.get(TransactionsService).run((tx) => {
    const amount = money(minor, 'GBP');
    const entry = { kind: 'forfeited', owner: anna.userId, amount, key: randomUUID() } as const;
    return world.core.app.get(LedgerService).postTransfer(tx, entry);
  });

/** The losses of the service by all payments, in minor units. */
async function losses(): Promise<number> {
  const [row]: { total: string }[] = await world.core.database.query(
    `SELECT coalesce(sum(CASE kind WHEN 'dispute-loss' THEN amount_minor ELSE -amount_minor END), 0) AS total
     FROM transfers WHERE kind IN ('dispute-loss', 'loss-recovered')`,
  );
  return Number(row!.total);
}

/** Every transfer of a loss, or of a recovered loss, in the order of the ledger. */
async function lossTransfers(): Promise<{ key: string; minor: number }[]> {
  return world.core.database.query(
    `SELECT key, amount_minor::int AS minor FROM transfers
     WHERE kind IN ('dispute-loss', 'loss-recovered') ORDER BY id`,
  );
}

async function stateOf(dispute: string): Promise<string> {
  const [row]: { state: string }[] = await world.core.database.query(
    'SELECT state FROM payment_disputes WHERE id = $1',
    [dispute],
  );
  return row!.state;
}

/** The reason that staff read why this person's top-ups are closed. */
async function closedFor(): Promise<string | undefined> {
  const [row]: { reason: string }[] = await world.core.database.query(
    'SELECT reason FROM closed_top_ups WHERE owner_id = $1',
    [anna.userId],
  );
  return row?.reason;
}

async function reopenTopUps(): Promise<boolean> {
  const reopened = { owner: anna.userId, actor: 'a test', reason: 'talked to the bank' };
  return world.core.app.get(DisputesService).reopenTopUps(reopened);
}

const ends = async (
  dispute: string,
  ...statuses: ('won' | 'lost' | 'prevented' | 'appeal_under_review')[]
) => {
  for (const status of statuses) {
    await world.payments.control.do('closeDispute', { dispute, status });
    await readLists();
  }
};

describe('a dispute over part of a payment', () => {
  test('it freezes that part alone, and a won dispute returns that part', async () => {
    const intent = await world.topUp(anna, 10);
    const { id } = await world.payments.control.do('dispute', { intent, amount: 300 });
    await readLists();
    expect(await world.balance(anna)).toBe(7);
    await ends(id, 'won');
    expect(await world.balance(anna)).toBe(10);
  });

  test('a lost dispute takes that part and no more', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 10);
    await spend(850);
    const { id } = await world.payments.control.do('dispute', { intent, amount: 300 });
    await readLists();
    await ends(id, 'lost');
    expect([await world.balance(anna), (await losses()) - before]).toEqual([0, 150]);
  });

  test('while it is open, no part of the payment can be refunded, and the undisputed part can be spent', async () => {
    const intent = await world.topUp(anna, 10);
    await world.payments.control.do('dispute', { intent, amount: 300 });
    await readLists();
    const refunds = world.core.app.get(RefundsService);
    expect(await refunds.refundable(anna.userId, 'GBP')).toEqual(money(0, 'GBP'));
    expect(await spend(700)).toBe(true);
  });
});

describe('a dispute before the provider has decided on a refund', () => {
  /** A refund that has left the wallet, and that the provider has not decided. */
  const onItsWay = async (minor: number): Promise<string> => {
    const refund = await world.core.app
      .get(RefundsService)
      .askRefund({ owner: anna.userId, currency: 'GBP', amountMinor: minor, by: 'person' });
    return refund.refunds[0]!.id;
  };

  test('it takes the money of its payment that is still in the wallet, and no money of another payment', async () => {
    await world.topUp(anna, 3);
    const intent = await world.topUp(anna, 10);
    const refund = await onItsWay(400);
    const { id } = await world.payments.control.do('dispute', { intent });
    await readLists();
    expect(await world.balance(anna)).toBe(3);
    // The provider refuses to refund a disputed charge: the money returns to the wallet, and the dispute
    // takes it at once.
    await world.core.app.get(RefundsService).bookFailed(refund);
    expect(await world.balance(anna)).toBe(3);
    await ends(id, 'won');
    expect(await world.balance(anna)).toBe(13);
  });

  test('no loss is booked if the refund reached the card and the bank takes the rest', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 10);
    const refund = await onItsWay(400);
    await world.core.app.get(RefundsService).bookSent(refund, `re_${randomUUID()}`);
    const { id } = await world.payments.control.do('dispute', { intent, amount: 600 });
    await readLists();
    await ends(id, 'lost');
    expect([await world.balance(anna), (await losses()) - before]).toEqual([0, 0]);
  });
});

describe('a bank that changes its decision', () => {
  test('a dispute that was won and is later lost takes the money again, each time', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    const { id } = await world.payments.control.do('dispute', { intent });
    await readLists();
    await ends(id, 'won');
    expect([await world.balance(anna), await closedFor()]).toEqual([5, `dispute ${id}`]);
    expect(await reopenTopUps()).toBe(true);
    await spend(200);
    await ends(id, 'lost');
    expect([await world.balance(anna), (await losses()) - before]).toEqual([0, 200]);
    expect(await closedFor()).toBe(`dispute ${id}`);
    expect((await world.wallets(anna)).topUps).toBe('closed');
    await ends(id, 'won');
    expect([await world.balance(anna), (await losses()) - before]).toEqual([3, 0]);
    await spend(100);
    await ends(id, 'lost', 'won', 'lost');
    expect([await world.balance(anna), (await losses()) - before]).toEqual([0, 300]);
  });

  test('if another core books a newer decision at the same moment, the newer decision stays', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const { id } = await world.payments.control.do('dispute', { intent });
    await readLists();
    await world.payments.control.do('closeDispute', { dispute: id, status: 'lost' });
    const read = jest.spyOn(world.core.app.get(StripeService), 'dispute');
    read.mockImplementationOnce(async () => {
      const report = { id, paymentId, what: 'dispute', minor: 500, state: 'lost' } as const;
      await world.core.app.get(DisputesService).bookDispute(report);
      return { id, intentId: intent, minor: 500, state: 'won' };
    });
    await world.payments.control.do('send', { event: await world.eventOf(id, 'charge.dispute.closed') });
    expect([await stateOf(id), await world.balance(anna)]).toEqual(['lost', 0]);
  });

  test('during an appeal the dispute keeps the money that it took', async () => {
    const intent = await world.topUp(anna, 5);
    const { id } = await world.payments.control.do('dispute', { intent });
    await readLists();
    await ends(id, 'lost', 'appeal_under_review');
    expect([await stateOf(id), await world.balance(anna), await differing()]).toEqual(['lost', 0, 0]);
    await ends(id, 'won');
    expect(await world.balance(anna)).toBe(5);
  });
});

describe('a prevented dispute', () => {
  test('it returns the frozen money, and repeated reports do not change that', async () => {
    const intent = await world.topUp(anna, 5);
    const { id } = await world.payments.control.do('dispute', { intent });
    await readLists();
    expect(await world.balance(anna)).toBe(0);
    await ends(id, 'prevented');
    expect([await stateOf(id), await world.balance(anna)]).toEqual(['prevented', 5]);
    const paymentId = String((await world.row(intent))!['id']);
    for (const state of ['open', 'won', 'prevented'] as const) {
      const report = { id, paymentId, what: 'dispute', minor: 500, state } as const;
      expect(await world.core.app.get(DisputesService).bookDispute(report)).toMatchObject({
        state: 'prevented',
      });
    }
    expect(await world.balance(anna)).toBe(5);
  });

  test('it takes the money if the provider lists a withdrawal later', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    const { id } = await world.payments.control.do('dispute', { intent });
    await readLists();
    await ends(id, 'prevented');
    expect([await stateOf(id), await world.balance(anna), await reopenTopUps()]).toEqual([
      'prevented',
      5,
      true,
    ]);
    await spend(100);
    await ends(id, 'lost');
    expect([await stateOf(id), await world.balance(anna)]).toEqual(['lost', 0]);
    expect([(await losses()) - before, (await world.wallets(anna)).topUps]).toEqual([100, 'closed']);
  });

  test('if the payer was paid, it takes the money as a lost dispute does', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    await spend(100);
    const { id } = await world.payments.control.do('dispute', { intent, status: 'prevented' });
    await readLists();
    expect([await stateOf(id), await world.balance(anna)]).toEqual(['lost', 0]);
    expect((await losses()) - before).toBe(100);
  });
});

type State = 'open' | 'won' | 'lost';

describe('a payment with two disputes', () => {
  /** The bank takes the payment at most once, by either dispute. */
  test.each<[string, [0 | 1, State][], { balance: number; lost: number }]>([
    [
      'the first is won, and the second lost',
      [
        [0, 'won'],
        [1, 'lost'],
      ],
      { balance: 0, lost: 100 },
    ],
    [
      'the second is lost, and the first won',
      [
        [1, 'lost'],
        [0, 'won'],
      ],
      { balance: 0, lost: 100 },
    ],
    [
      'the first is lost, and won after the second is lost',
      [
        [0, 'lost'],
        [1, 'lost'],
        [0, 'won'],
      ],
      { balance: 0, lost: 100 },
    ],
    [
      'both are lost',
      [
        [0, 'lost'],
        [1, 'lost'],
      ],
      { balance: 0, lost: 100 },
    ],
    [
      'both are won',
      [
        [0, 'won'],
        [1, 'won'],
      ],
      { balance: 4, lost: 0 },
    ],
    [
      'each is won and lost several times',
      [
        [0, 'won'],
        [0, 'lost'],
        [1, 'lost'],
        [1, 'won'],
        [0, 'won'],
        [1, 'lost'],
        [0, 'lost'],
        [1, 'won'],
      ],
      { balance: 0, lost: 100 },
    ],
  ])('the money is taken at most once when %s', async (_, ends, after) => {
    const lostBefore = await losses();
    const intent = await world.topUp(anna, 5);
    await spend(100);
    const paymentId = String((await world.row(intent))!['id']);
    const ids = [`du_${randomUUID()}`, `du_${randomUUID()}`] as const;
    const report = (which: 0 | 1, state: State) =>
      world.core.app
        .get(DisputesService)
        .bookDispute({ id: ids[which], paymentId, what: 'dispute', minor: 500, state });
    await report(0, 'open');
    await report(1, 'open');
    for (const [which, state] of ends) await report(which, state);
    expect({ balance: await world.balance(anna), lost: (await losses()) - lostBefore }).toEqual(after);
  });

  test('a won dispute returns only the money that the second dispute does not cover', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const [whole, part] = [`du_${randomUUID()}`, `du_${randomUUID()}`];
    const report = (id: string, minor: number, state: State) =>
      world.core.app.get(DisputesService).bookDispute({ id, paymentId, what: 'dispute', minor, state });
    await report(whole, 500, 'open');
    await report(part, 200, 'open');
    await report(whole, 500, 'won');
    expect(await world.balance(anna)).toBe(3);
    await report(part, 200, 'won');
    expect(await world.balance(anna)).toBe(5);
  });

  test('a won dispute passes money to an open dispute and to a lost dispute', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const [whole, ...parts] = [1, 2, 3].map(() => `du_${randomUUID()}`);
    const report = (id: string, minor: number, state: State) =>
      world.core.app.get(DisputesService).bookDispute({ id, paymentId, what: 'dispute', minor, state });
    await report(whole!, 500, 'open');
    for (const part of parts) await report(part, 200, 'open');
    await report(parts[1]!, 200, 'lost');
    await report(whole!, 500, 'won');
    expect(await world.balance(anna)).toBe(1);
    await report(parts[1]!, 200, 'won');
    expect(await world.balance(anna)).toBe(3);
  });

  test('a won dispute passes on no more than it returns, even if the wallet has more', async () => {
    const intent = await world.topUp(anna, 5);
    await spend(100);
    const paymentId = String((await world.row(intent))!['id']);
    const [first, second] = [`du_1${randomUUID()}`, `du_2${randomUUID()}`];
    const report = (id: string, state: State) =>
      world.core.app.get(DisputesService).bookDispute({ id, paymentId, what: 'dispute', minor: 500, state });
    await report(first, 'open');
    await report(second, 'open');
    const gift = { owner: anna.userId, amount: money(1_000, 'GBP'), key: randomUUID(), reason: 'a gift' };
    await world.core.app.get(CreditsService).grant(gift);
    await report(first, 'won');
    expect(await world.balance(anna)).toBe(10);
  });

  test('two disputes take no more than the failed refund returns, even if the wallet has more', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const wish = { owner: anna.userId, currency: 'GBP', amountMinor: 300, by: 'person' } as const;
    const { refunds } = await world.core.app.get(RefundsService).askRefund(wish);
    await spend(200);
    for (const minor of [200, 200]) {
      const report = { id: `du_${randomUUID()}`, paymentId, what: 'dispute', minor } as const;
      await world.core.app.get(DisputesService).bookDispute({ ...report, state: 'open' });
    }
    const gift = { owner: anna.userId, amount: money(1_000, 'GBP'), key: randomUUID(), reason: 'a gift' };
    await world.core.app.get(CreditsService).grant(gift);
    await world.core.app.get(RefundsService).bookFailed(refunds[0]!.id);
    expect(await world.balance(anna)).toBe(10);
  });
});

describe('a disputed payment that fails', () => {
  test.each(['the dispute', 'the failure'])(
    'its amount is lost once when %s is reported first',
    async (first) => {
      const before = await losses();
      const intent = await world.topUp(anna, 5);
      await spend(300);
      const paymentId = String((await world.row(intent))!['id']);
      const [dispute, failure] = [`du_${randomUUID()}`, `failed:${paymentId}`];
      const disputes = world.core.app.get(DisputesService);
      const reports = {
        'the dispute': () =>
          disputes.bookDispute({ id: dispute, paymentId, what: 'dispute', minor: 500, state: 'open' }),
        'the failure': () =>
          disputes.bookDispute({ id: failure, paymentId, what: 'late-failure', minor: 500, state: 'lost' }),
      };
      await reports[first as keyof typeof reports]();
      for (const report of Object.values(reports)) await report();
      await disputes.bookDispute({ id: dispute, paymentId, what: 'dispute', minor: 500, state: 'lost' });
      expect([await world.balance(anna), (await losses()) - before]).toEqual([0, 300]);
      // A won dispute returns no money of a failed payment.
      await disputes.bookDispute({ id: dispute, paymentId, what: 'dispute', minor: 500, state: 'won' });
      expect([await world.balance(anna), (await losses()) - before]).toEqual([0, 300]);
      // A dispute that was open when the payment failed does not change any more.
      expect(await stateOf(dispute)).toBe(first === 'the dispute' ? 'lost' : 'open');
    },
  );

  test('each of its open disputes is lost with it', async () => {
    const before = await losses();
    const intent = await world.topUp(anna, 5);
    await spend(300);
    const paymentId = String((await world.row(intent))!['id']);
    const disputes = world.core.app.get(DisputesService);
    const parts = [1, 2].map(() => `du_${randomUUID()}`);
    for (const id of parts)
      await disputes.bookDispute({ id, paymentId, what: 'dispute', minor: 200, state: 'open' });
    const failure = { id: `failed:${paymentId}`, paymentId, what: 'late-failure', minor: 500 } as const;
    await disputes.bookDispute({ ...failure, state: 'lost' });
    expect(await Promise.all(parts.map(stateOf))).toEqual(['lost', 'lost']);
    expect([await world.balance(anna), (await losses()) - before]).toEqual([0, 300]);
  });

  test('its whole amount is lost when the dispute was over a part of it', async () => {
    const before = await lossTransfers();
    const toldBefore = await lateFailures();
    const intent = await world.topUp(anna, 5);
    await spend(500);
    const paymentId = String((await world.row(intent))!['id']);
    const { id } = await world.payments.control.do('dispute', { intent, amount: 200 });
    await readLists();
    await world.payments.control.do('failLate', { intent });
    await readLists();
    expect((await lossTransfers()).slice(before.length)).toEqual([
      { key: `dispute-loss:${id}`, minor: 200 },
      { key: `dispute-loss:failed:${paymentId}`, minor: 300 },
    ]);
    expect((await lateFailures()) - toldBefore).toBe(1);
    // The provider's list still has the dispute as open, which is no difference: the failure is final.
    expect(await readLists()).toMatchObject({ news: 0, failed: 0 });
    expect(await differing()).toBe(0);
  });
});

/** The number of payments that failed after they were credited, by the metric. */
async function lateFailures(): Promise<number> {
  const figures = await world.core.app.get<Registry>(METRICS).metrics();
  return Number(/^sixpence_disputes_total\{what="late-failure"\} (\d+)$/m.exec(figures)?.[1] ?? 0);
}

/** The number of disputes that differ from the provider's, by the metric. */
async function differing(): Promise<number> {
  const figures = await world.core.app.get<Registry>(METRICS).metrics();
  return Number(/^sixpence_disputes_differing (\d+)$/m.exec(figures)?.[1]);
}

test("the metric counts disputes that differ from the provider's, until they agree again", async () => {
  const intent = await world.topUp(anna, 5);
  const { id } = await world.payments.control.do('dispute', { intent });
  await readLists();
  expect(await differing()).toBe(0);
  await ends(id, 'prevented');
  expect(await differing()).toBe(0);
  await world.core.database.query(`UPDATE payment_disputes SET state = 'won' WHERE id = $1`, [id]);
  const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
  await readLists();
  expect(await differing()).toBe(1);
  expect(linesAbout(errors, id)).toEqual([
    [{ disputeId: id, state: 'prevented' }, expect.stringContaining('differs from the provider')],
  ]);
  errors.mockRestore();
  await world.core.database.query(`UPDATE payment_disputes SET state = 'prevented' WHERE id = $1`, [id]);
  await readLists();
  expect(await differing()).toBe(0);
});
