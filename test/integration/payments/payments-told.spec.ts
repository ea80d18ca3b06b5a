import { describe, expect, test } from '@jest/globals';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { type Payer, payingForTests, type PayingWorld } from '../../support/builders/paying.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

/** The rounds of the running core look at a payment when half a minute is over; here they do it now. */
const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });

describe('the provider tells', () => {
  const told = async (
    intent: string,
    flaw?: 'unsigned' | 'stale' | 'other-secret' | 'changed' | 're-serialised',
  ) => {
    const event = await world.eventOf(intent);
    return (await world.payments.control.do('send', { event, ...(flaw && { flaw }) })).status;
  };

  test('of a payment: it is credited, however often', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    for (let time = 0; time < 3; time += 1) expect(await told(intent)).toBe(200);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test.each(['unsigned', 'stale', 'other-secret', 'changed', 're-serialised'] as const)(
    'with a signature that is not right (%s): refused, and nothing is credited',
    async (flaw) => {
      const intent = await world.begun(anna);
      await world.pay(intent);
      expect(await told(intent, flaw)).toBe(400);
      expect(await world.credits(anna)).toEqual([]);
      expect(await world.row(intent)).toMatchObject({ state: 'open' });
    },
  );

  test('nothing that is JSON and nothing that is not, without a signature', async () => {
    for (const body of ['', '{}', 'nothing', '[]']) {
      const answer = await world.core.call('POST', '/stripe-webhook', { body });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'payment.signature' }]);
    }
  });

  test('of what core has no use for: 200', async () => {
    const intent = await world.begun(anna);
    const event = await world.eventOf(intent, 'payment_intent.created');
    expect((await world.payments.control.do('send', { event })).status).toBe(200);
    const stranger = await world.payments.stripe.paymentIntents.create({ amount: 500, currency: 'gbp' });
    await world.pay(stranger.id);
    expect(await told(stranger.id)).toBe(200);
  });

  test('while the provider cannot be read: 503, and again later it counts', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    await world.payments.control.do('fault', { path: intent, answer: 500, times: 2 });
    expect(await told(intent)).toBe(503);
    expect(await world.credits(anna)).toEqual([]);
    expect(await told(intent)).toBe(200);
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('of another amount or currency than was asked: it is withheld, and staff hear of it', async () => {
    const before = await world.outcomes('withheld');
    const intent = await world.begun(anna);
    await world.payments.stripe.paymentIntents.update(intent, { amount: 5000 });
    await world.pay(intent);
    expect(await told(intent)).toBe(200);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    const other = await world.begun(anna);
    await world.payments.stripe.paymentIntents.update(other, { currency: 'eur' });
    await world.pay(other);
    expect(await world.validate(anna, other)).toEqual({ status: 200, found: false });
    expect(await world.credits(anna)).toEqual([]);
    expect(await world.row(intent)).toMatchObject({ state: 'withheld' });
    expect(await world.row(other)).toMatchObject({ state: 'withheld' });
    expect((await world.outcomes('withheld')) - before).toBe(2);
  });
});

describe('nobody tells of a payment', () => {
  test('that was paid: the rounds credit it, once', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    const round = world.core.app.get(ReconciliationService);
    await round.round();
    expect(await world.credits(anna)).toEqual([]);
    await world.later('31 seconds', () => round.round());
    expect(await world.credits(anna)).toEqual([500]);
    await reconciled();
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('that nobody pays: it is canceled after a day', async () => {
    const intent = await world.begun(anna);
    await world.later('23 hours', reconciled);
    expect(await world.row(intent)).toMatchObject({ state: 'open' });
    await world.later('25 hours', reconciled);
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', next_look_at: null });
    await expect(world.pay(intent)).rejects.toThrow('canceled');
  });

  test('that its bank has not decided after a month: it is credited when the bank does', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent, 'pm_card_slow');
    await reconciled();
    expect(await world.row(intent)).toMatchObject({ state: 'processing' });
    await world.later('31 days', reconciled);
    await world.payments.control.do('settle', { intent });
    await reconciled();
    expect(await world.credits(anna)).toEqual([500]);
  });

  test('that ended with another amount than was written down last: it stands with what the provider has', async () => {
    const intent = await world.begun(anna, 5);
    await world.payments.stripe.paymentIntents.update(intent, { amount: 700 });
    await world.payments.stripe.paymentIntents.cancel(intent);
    await reconciled();
    expect(await world.row(intent)).toMatchObject({ state: 'canceled', amount_minor: 700 });
  });

  test('that was given up while it was paid: it is credited', async () => {
    const first = await world.begun(anna, 5);
    await world.payments.control.do('fault', { path: `${first}/cancel`, answer: 500, times: 2 });
    const second = await world.begun(anna, 10);
    expect(await world.row(first)).toMatchObject({ state: 'given-up' });
    await world.pay(first);
    await world.pay(second);
    await reconciled();
    expect(await world.credits(anna)).toEqual(expect.arrayContaining([500, 1000]));
    expect(await world.balance(anna)).toBe(15);
  });
});
