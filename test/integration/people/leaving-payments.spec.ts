import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import { CreditingService } from '@sixpence/core/money/payments/reconciliation/crediting.service';
import { PaymentsService } from '@sixpence/core/money/payments/payments.service';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { StripeService } from '@sixpence/core/money/payments/provider/stripe.service';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { MailService } from '@sixpence/core/platform/mail/mail.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { RoundsService } from '@sixpence/core/platform/process/rounds.service';
import { CardRefundsService } from '@sixpence/core/money/refunds/card-refunds.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import { PayingWorld, type Payer } from '../../support/builders/paying.js';
import { linesAbout } from '../../support/lines-about.js';

const after = new AsyncDisposableStack();
let world: PayingWorld;
let anna: Payer;
beforeAll(async () => {
  world = after.use(await PayingWorld.start({ laterMs: 3_600_000 }));
  // Stops the rounds that send refunds. They would send the refund of an earlier test, with its mail, in the
  // middle of a later one.
  await world.core.app.get(RoundsService).stopRounds(world.core.app.get(CardRefundsService));
});
beforeEach(async () => {
  await world.payments.control.do('noFaults', {});
  await world.payments.control.do('webhooks', { events: 'held', copies: 1, delayMs: 0 });
  anna = await world.aPayer();
});
afterEach(async () => {
  expect(await world.core.app.get(LedgerVerifier).breaches()).toEqual([]);
});
afterAll(() => after.disposeAsync());

const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });
const erase = ({ userId }: Payer) =>
  world.core.app
    .get(LeavingService)
    .eraseAccount({ userId, actor: 'operator test', reason: 'because', giveUpMoney: false });

async function read(intentId: string) {
  const intent = await world.core.app.get(StripeService).readIntent(intentId);
  if (!intent) throw new Error(`The provider does not know ${intentId}`);
  return intent;
}

test('an account cannot be erased while a bank processes its payment', async () => {
  const intent = await world.begun(anna, 50);
  await world.pay(intent, 'pm_card_slow');
  await reconciled();
  const answer = await world.core.call('POST', '/account-erase', {
    body: { password: 'Sixpence1', giveUpMoney: true },
    cookie: anna.cookie,
  });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      code: 'leaving.payment-under-way',
      message: 'A payment or a refund of yours is under way. Please delete the account when it is done.',
    },
  ]);
  await expect(erase(anna)).rejects.toMatchObject({ code: 'leaving.payment-under-way' });

  await world.payments.control.do('settle', { intent });
  await reconciled();
  expect(await world.balance(anna)).toBe(50);
  await expect(erase(anna)).rejects.toMatchObject({ code: 'leaving.money-left' });
});

test('an account cannot be erased while a refund is undecided', async () => {
  await world.topUp(anna, 5);
  await world.payments.control.do('fault', { method: 'POST', path: '^/v1/refunds', times: 9, answer: 500 });
  const body = { currency: 'GBP', refundable: 5 };
  expect((await world.core.call('POST', '/refund-to-card', { body, cookie: anna.cookie })).status).toBe(200);
  await expect(erase(anna)).rejects.toMatchObject({ code: 'leaving.payment-under-way' });
});

test("the export has the person's payments, refunds, disputes, and the money of each", async () => {
  const bob = await world.aPayer();
  for (const payer of [bob, anna]) await world.topUp(payer, 5);
  const intent = await world.topUp(anna, 3, { currency: 'EUR', card: 'pm_card_mastercard' });
  const paymentId = String((await world.row(intent))!['id']);
  const refunds = world.core.app.get(RefundsService);
  await refunds.bookProviderRefund({ paymentId, providerId: `re_${paymentId}`, minor: 100 });
  const told = { id: `du_${paymentId}`, paymentId, what: 'dispute', minor: 200, state: 'open' } as const;
  await world.core.app.get(DisputesService).bookDispute(told);
  const personal = world.core.app.get(PersonalDataService);
  expect(await personal.exportEverything(world.core.database, anna.userId)).toMatchObject({
    payments: {
      payments: [
        { state: 'succeeded', currency: 'GBP', amountMinor: 500, refundedMinor: 0, method: 'visa' },
        { id: paymentId, currency: 'EUR', amountMinor: 300, refundedMinor: 100, method: 'mastercard' },
      ],
      topUpsClosed: [{ reason: `dispute du_${paymentId}` }],
    },
    refunds: [
      { what: 'refund', state: 'sent', currency: 'EUR', amountMinor: 100, paymentId },
      { what: 'dispute', state: 'open', currency: 'EUR', amountMinor: 200, paymentId },
    ],
    ledger: [
      { kind: 'top-up', currency: 'GBP', amountMinor: 500 },
      { kind: 'top-up', currency: 'EUR', amountMinor: 300 },
      { kind: 'refund', currency: 'EUR', amountMinor: 100 },
      { kind: 'dispute', currency: 'EUR', amountMinor: 200 },
    ],
  });
});

test('erasing an account cancels its unpaid payment', async () => {
  const intent = await world.begun(anna, 5);
  await erase(anna);
  expect(await world.row(intent)).toMatchObject({ state: 'given-up' });
  await world.core.app.get(ReconciliationService).round();
  expect(await world.row(intent)).toMatchObject({ state: 'canceled' });
  expect((await read(intent)).status).toBe('canceled');
});

test('a payment that was paid before the erasure is credited and logged for staff, without the card', async () => {
  const intent = await world.begun(anna, 5);
  await world.pay(intent);
  await erase(anna);
  const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
  const post = jest.spyOn(world.core.app.get(MailService), 'postMail');
  await reconciled();
  expect(post).not.toHaveBeenCalled();
  expect(await world.row(intent)).toMatchObject({ state: 'succeeded', method: null, last_four: null });
  expect(await world.credits(anna)).toEqual([500]);
  expect(linesAbout(errors, intent)).toEqual([
    [{ intentId: intent, minor: 500, currency: 'GBP' }, expect.stringContaining('a person who has left')],
  ]);
});

test('erasing at the moment of a first payment is refused, or the payment is logged', async () => {
  const intent = await world.begun(anna, 5);
  await world.pay(intent);
  const told = await read(intent);
  const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
  const [left] = await Promise.allSettled([
    erase(anna),
    world.core.app.get(CreditingService).creditPayment(told),
  ]);
  expect(await world.row(intent)).toMatchObject({ state: 'succeeded' });
  expect(linesAbout(errors, intent)).toHaveLength(left.status === 'fulfilled' ? 1 : 0);
});

test('an erased user cannot begin a payment, even with a call from before', async () => {
  await erase(anna);
  const asked = { owner: anna.userId, amount: money(500, 'GBP'), intentId: '' };
  await expect(world.core.app.get(PaymentsService).secretFor(asked)).rejects.toMatchObject({
    code: 'session.missing',
  });
});
