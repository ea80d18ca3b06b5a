import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Currency } from '@sixpence/contracts/currencies';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { LedgerService } from '@sixpence/core/money/ledger/ledger.service';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import type { Letter } from '@sixpence/core/platform/mail/letter';
import { MailService } from '@sixpence/core/platform/mail/mail.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import { CardRefundsService } from '@sixpence/core/money/refunds/card-refunds.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { LeaversMoneyQuery } from '@sixpence/core/money/refunds/views/leavers-money.query';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { lettersTo } from '../../support/peers/letters.js';
import { PayingWorld, type Payer } from '../../support/builders/paying.js';
import { eventually } from '../../support/eventually.js';
import { linesAbout } from '../../support/lines-about.js';

/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let world: PayingWorld;
let anna: Payer;
let address: string;
beforeAll(async () => {
  world = after.use(await PayingWorld.start({ laterMs: 3_600_000 }));
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  await world.payments.control.do('noFaults', {});
  await world.payments.control.do('webhooks', { events: 'sent', copies: 3, delayMs: 0 });
  address = `${randomUUID()}@example.com`;
  anna = await world.core.signedIn(address);
});
afterEach(async () => {
  expect(await world.core.app.get(LedgerVerifier).breaches()).toEqual([]);
});

/** Refunds money of Anna's. @returns the provider's ids of the refunds */
async function refunded(minor: number, by: 'person' | 'staff' = 'person'): Promise<string[]> {
  const staff = { actor: 'a test', reason: 'a test' };
  const wish = { owner: anna.userId, currency: 'GBP', amountMinor: minor } as const;
  await world.core.app.get(CardRefundsService).refundToCard({ ...wish, by: by === 'staff' ? staff : by });
  const rows = () => refundRows();
  const decided = async () => (await rows()).every(({ state }) => state !== 'asked');
  await eventually(decided, { what: 'the provider has answered' });
  return (await rows()).map(({ provider }) => provider);
}

async function refundRows(): Promise<{ id: string; state: string; provider: string; payment: string }[]> {
  return world.core.database.query(
    `SELECT r.id, r.state, r.provider_id AS provider, r.payment_id AS payment FROM payment_refunds r
     JOIN payments p ON p.id = r.payment_id WHERE p.owner_id = $1 ORDER BY r.created_at`,
    [anna.userId],
  );
}

/** Takes this amount from the balance, as a print does. */
const spend = (currency: Currency, minor: number) =>
  world.core.app.get(TransactionsService).run((tx) => {
    const amount = money(minor, currency);
    const entry = { kind: 'forfeited', owner: anna.userId, amount, key: randomUUID() } as const;
    return world.core.app.get(LedgerService).postTransfer(tx, entry);
  });

/** The mails about refunds, without receipts. */
const letters = async (): Promise<Letter[]> =>
  (await lettersTo(world.core, address)).filter(({ subject }) => subject.startsWith('Refund'));

describe('mails about refunds', () => {
  test.each([
    ['person', 'As you asked, £2.00 is on its way back to the card it came from.'],
    ['staff', 'We are sending £2.00 back to the card it came from.'],
  ] as const)('one mail reports that money went to the card, requested by %s', async (by, first) => {
    await world.topUp(anna, 5);
    await refunded(200, by);
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ to: address, subject: 'Refund of £2.00' });
    const lines = letter!.text.split('\n');
    expect(lines[0]).toBe(first);
    expect(lines).toContain('Card: Visa, card ending in 4242');
    expect(letter!.text).toMatch(/^Payment: receipt \d+ of \d{1,2} \w+ 20\d\d$/m);
    expect(letter!.text).toContain('up to 10 days');
    expect(letter!.text).toContain(`${world.core.config.PUBLIC_URL}/credits`);
  });

  test('one mail is sent for each card', async () => {
    await world.topUp(anna, 5);
    await world.topUp(anna, 3, { card: 'pm_card_mastercard' });
    const forgotten = await world.topUp(anna, 10);
    await world.core.database.query(
      'UPDATE payments SET method = NULL, last_four = NULL WHERE intent_id = $1',
      [forgotten],
    );
    await refunded(1_700);
    const cards = (await letters()).map(
      ({ subject, text }) => `${subject}, ${/^Card: .*$/m.exec(text)?.[0]}`,
    );
    expect(cards.toSorted()).toEqual([
      'Refund of £10.00, undefined',
      'Refund of £3.00, Card: Mastercard, card ending in 4444',
      'Refund of £4.00, Card: Visa, card ending in 4242',
    ]);
  });

  test('a mail reports a refund that staff make at the provider', async () => {
    const intent = await world.topUp(anna, 5);
    await world.payments.control.do('refund', { intent, amount: 300 });
    await eventually(async () => (await letters()).length === 1, { what: 'the mail is posted' });
    expect((await letters())[0]!.text).toContain('We are sending £3.00 back');
  });

  test('one mail reports that a refund came back, also when the provider reports it repeatedly', async () => {
    await world.topUp(anna, 5);
    const [provider] = await refunded(200);
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    await world.payments.control.do('failRefund', { refund: provider! });
    await eventually(async () => (await letters()).length > 1, { what: 'the mail is posted' });
    const [, back, ...others] = await letters();
    expect(others).toEqual([]);
    expect(back).toMatchObject({ subject: 'Refund of £2.00 came back' });
    expect(back!.text).toContain('The money is in your balance again.');
    // Staff have nothing to do, because the account exists.
    const { payment } = (await refundRows())[0]!;
    expect(linesAbout(errors, payment)).toEqual([]);
    expect(back!.text).toContain('Card: Visa, card ending in 4242');
  });

  test('a mail reports a refund that the provider refused', async () => {
    await world.topUp(anna, 5);
    await world.payments.control.do('fault', { path: '^/v1/refunds$', method: 'POST', answer: 400 });
    await refunded(200);
    expect((await letters()).map(({ subject }) => subject)).toEqual(['Refund of £2.00 came back']);
  });

  test('a mail about a failed refund of a disputed payment names only the amount in the balance', async () => {
    await world.topUp(anna, 5);
    await refunded(300);
    const { id, payment, provider } = (await refundRows())[0]!;
    const report = { id: `du_${randomUUID()}`, paymentId: payment, what: 'dispute', minor: 400 } as const;
    await world.core.app.get(DisputesService).bookDispute({ ...report, state: 'open' });
    await world.core.app.get(RefundsService).bookFailed(id);
    expect(await refundRows()).toMatchObject([{ id, state: 'failed', provider }]);
    expect((await letters()).map(({ subject }) => subject)).toEqual([
      'Refund of £3.00',
      'Refund of £1.00 came back',
    ]);
  });

  test('no mail is sent when a won dispute returns its money', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const report = { id: `du_${randomUUID()}`, paymentId, what: 'dispute', minor: 500 } as const;
    for (const state of ['open', 'won'] as const)
      await world.core.app.get(DisputesService).bookDispute({ ...report, state });
    expect([await world.balance(anna), await letters()]).toEqual([5, []]);
  });

  test('no mail is sent when the dispute takes all the returned money', async () => {
    await world.topUp(anna, 5);
    await refunded(300);
    const { id, payment } = (await refundRows())[0]!;
    const report = { id: `du_${randomUUID()}`, paymentId: payment, what: 'dispute', minor: 500 } as const;
    await world.core.app.get(DisputesService).bookDispute({ ...report, state: 'open' });
    expect(await world.core.app.get(RefundsService).bookFailed(id)).toBe(true);
    expect(await world.balance(anna)).toBe(0);
    expect((await letters()).map(({ subject }) => subject)).toEqual(['Refund of £3.00']);
  });

  test('no mail is sent when the failed refund had taken nothing from the balance', async () => {
    const intent = await world.topUp(anna, 5);
    await spend('GBP', 500);
    const refunds = world.core.app.get(RefundsService);
    const paymentId = String((await world.row(intent))!['id']);
    const found = await refunds.bookProviderRefund({
      paymentId,
      providerId: `re_${randomUUID()}`,
      minor: 200,
    });
    expect([found.takenMinor, await refunds.bookFailed(found.id)]).toEqual([0, true]);
    expect(await world.balance(anna)).toBe(0);
    expect((await letters()).map(({ subject }) => subject)).toEqual(['Refund of £2.00']);
  });

  test('no money moves if the mail cannot be posted', async () => {
    await world.topUp(anna, 5);
    const post = jest
      .spyOn(world.core.app.get(MailService), 'postMail')
      .mockRejectedValue(new Error('no room'));
    const request = { owner: anna.userId, currency: 'GBP', amountMinor: 200, by: 'person' } as const;
    const { refunds } = await world.core.app.get(RefundsService).askRefund(request);
    const failed = world.core.app.get(RefundsService).bookFailed(refunds[0]!.id);
    await expect(failed).rejects.toThrow('no room');
    post.mockRestore();
    expect(await world.balance(anna)).toBe(3);
  });
});

describe('money that comes back to an erased user', () => {
  const erase = () =>
    world.core.app
      .get(LeavingService)
      .eraseAccount({ userId: anna.userId, actor: 'operator test', reason: 'because', giveUpMoney: false });
  const leftWallets = async () =>
    /^sixpence_left_wallets (\d+)$/m.exec(await world.core.app.get<Registry>(METRICS).metrics())?.[1];
  const mine = async () =>
    (await world.core.app.get(LeaversMoneyQuery).listPayments()).filter(({ owner }) => owner === anna.userId);

  test('a failed refund raises an alarm, and is listed until it is refunded at the provider', async () => {
    const before = Number(await leftWallets());
    const intent = await world.topUp(anna, 5);
    // Money of a person with an account is not listed, nor is a payment that was never paid.
    expect(Number(await leftWallets())).toBe(before);
    expect(await mine()).toEqual([]);
    await world.begun(anna, 3);
    const [provider] = await refunded(500);
    await erase();
    expect(Number(await leftWallets())).toBe(before);
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    const post = jest.spyOn(world.core.app.get(MailService), 'postMail');
    await world.payments.control.do('failRefund', { refund: provider! });
    const paymentId = (await world.row(intent))!['id'];
    await eventually(() => linesAbout(errors, paymentId).length > 0, { what: 'staff are told' });
    expect(post).not.toHaveBeenCalled();
    expect(linesAbout(errors, paymentId)).toEqual([
      [
        { paymentId, from: 'refund', minor: 500, currency: 'GBP' },
        expect.stringContaining('a person who has left'),
      ],
    ]);
    expect(await mine()).toMatchObject([
      { paymentId, intentId: intent, unrefundedMinor: 500, walletMinor: 500 },
    ]);
    expect(Number(await leftWallets())).toBe(before + 1);

    await world.payments.control.do('refund', { intent, amount: 500 });
    await eventually(async () => (await mine()).length === 0, { what: 'it went back after all' });
    expect(Number(await leftWallets())).toBe(before);
  });

  test('it is listed with the unrefunded payments of its currency, the newest first', async () => {
    const older = await world.topUp(anna, 5);
    await world.topUp(anna, 10);
    const newer = await world.topUp(anna, 3);
    await world.topUp(anna, 3, { currency: 'EUR' });
    await spend('EUR', 300);
    await spend('GBP', 500);
    await refunded(1_300);
    await erase();
    const newest = String((await world.row(newer))!['id']);
    const { id } = (await refundRows()).find(({ payment }) => payment === newest)!;
    await world.core.app.get(RefundsService).bookFailed(id);
    expect(await mine()).toMatchObject([
      { intentId: newer, currency: 'GBP', unrefundedMinor: 300, walletMinor: 300 },
      { intentId: older, currency: 'GBP', unrefundedMinor: 500, walletMinor: 300 },
    ]);
  });

  test('a won dispute raises an alarm, and its money is listed', async () => {
    const intent = await world.topUp(anna, 5);
    const paymentId = String((await world.row(intent))!['id']);
    const report = { id: `du_${randomUUID()}`, paymentId, what: 'dispute', minor: 500 } as const;
    const disputes = world.core.app.get(DisputesService);
    await disputes.bookDispute({ ...report, state: 'open' });
    await erase();
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    for (let time = 0; time < 2; time += 1) await disputes.bookDispute({ ...report, state: 'won' });
    expect(linesAbout(errors, paymentId)).toEqual([
      [{ paymentId, from: 'dispute', ...money(500, 'GBP') }, expect.stringContaining('payments left')],
    ]);
    expect(await mine()).toMatchObject([{ paymentId, walletMinor: 500 }]);
  });
});
