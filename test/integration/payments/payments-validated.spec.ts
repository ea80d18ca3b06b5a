import { describe, expect, test } from '@jest/globals';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { eventually } from '../../support/eventually.js';
import { type Payer, payingForTests, type PayingWorld } from '../../support/builders/paying.js';
import { until } from '../../support/until.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

/** Reads all unfinished payments now; core's own round reads a payment only after half a minute. */
const reconciled = () => world.core.app.get(ReconciliationService).round({ all: true });

describe('validating a payment', () => {
  test('a paid payment is reported as paid, with the amount that the provider received [row 395]', async () => {
    const intent = await world.begun(anna, 7);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await world.balance(anna)).toBe(7);
    expect((await world.wallets(anna)).wallets).toEqual([
      {
        available: { minor: 700, currency: 'GBP' },
        setAside: [],
        refundable: { minor: 700, currency: 'GBP' },
        refundableOf: [
          {
            paymentId: expect.any(String) as unknown,
            paidAt: expect.any(String) as unknown,
            card: 'Visa, card ending in 4242',
            amount: { minor: 700, currency: 'GBP' },
          },
        ],
      },
    ]);
    expect(await world.row(intent)).toMatchObject({
      state: 'succeeded',
      method: 'visa',
      last_four: '4242',
      amount_minor: 700,
    });
  });

  test('the payment of another user and an unknown payment are not found', async () => {
    const intent = await world.topUp(await world.aPayer());
    expect(await world.validate(anna, intent)).toEqual({ status: 404, found: false });
    expect(await world.validate(anna, 'pi_unknown')).toEqual({ status: 404, found: false });
    expect(await world.credits(anna)).toEqual([]);
  });

  test('a declined payment is reported as not paid, and can be paid with another card', async () => {
    const intent = await world.begun(anna);
    await expect(world.pay(intent, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined');
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
  });

  test('the call waits for a payment that is processing, which is shown as under way', async () => {
    const intent = await world.begun(anna, 25);
    await world.pay(intent, 'pm_card_slow');
    const validation = world.validate(anna, intent);
    await until(async () => (await world.wallets(anna)).underWay.length === 1);
    expect((await world.wallets(anna)).underWay).toMatchObject([
      { amount: { minor: 2500, currency: 'GBP' }, createdAt: expect.stringMatching(/Z$/) },
    ]);
    await world.payments.control.do('settle', { intent });
    expect(await validation).toEqual({ status: 200, found: true });
    expect((await world.wallets(anna)).underWay).toEqual([]);
    expect(await world.credits(anna)).toEqual([2500]);
  });

  test('a payment that remains in processing is reported as not paid, and is credited later', async () => {
    const intent = await world.begun(anna, 25);
    await world.pay(intent, 'pm_card_slow');
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: false });
    await world.payments.control.do('settle', { intent });
    await world.later('31 seconds', () => world.core.app.get(ReconciliationService).round());
    expect(await world.credits(anna)).toEqual([2500]);
  });

  test('while a payment is processing, many browser tabs at once share the requests to the provider', async () => {
    const intent = await world.begun(anna, 20);
    await world.pay(intent, 'pm_card_slow');
    const before = (await world.asked()).length;
    const tabs = 40;
    const answers = await Promise.all(Array.from({ length: tabs }, () => world.validate(anna, intent)));
    expect(answers).toEqual(Array.from({ length: tabs }, () => ({ status: 200, found: false })));
    // One or two requests serve all tabs; then one a second.
    expect((await world.asked()).length - before).toBeLessThan(tabs / 2);
  });

  test('a payment that is paid before an older answer arrives is reported as paid', async () => {
    const intent = await world.begun(anna);
    // The provider reads the unpaid payment, and answers after it is paid.
    await world.payments.control.do('fault', { method: 'GET', path: intent, when: 'after', delayMs: 1_500 });
    const before = (await world.asked()).length;
    const older = world.validate(anna, intent);
    await until(async () => (await world.asked()).length > before);
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
    expect(await older).toEqual({ status: 200, found: false });
  });

  test('a payment that the bank declines later is given up, and the next try begins a new payment', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent, 'pm_card_slowDeclined');
    const validation = world.validate(anna, intent);
    await until(async () => (await world.wallets(anna)).underWay.length === 1);
    await world.payments.control.do('settle', { intent });
    expect(await validation).toEqual({ status: 200, found: false });
    expect(await world.row(intent)).toMatchObject({ state: 'given-up' });
    expect(await world.begun(anna, 5, { again: intent })).not.toBe(intent);
    await reconciled();
    expect(await world.row(intent)).toMatchObject({ state: 'canceled' });
  });

  test('a hundred validations and three webhooks at once credit the payment once', async () => {
    const intent = await world.begun(anna, 10);
    await world.pay(intent);
    const event = await world.eventOf(intent);
    // A slow machine may refuse some of them; their page repeats the call.
    let busy = 0;
    const validated = () =>
      eventually(async () => {
        const answer = await world.validate(anna, intent);
        if (answer.status === 503) busy += 1;
        return answer.status !== 503 && answer;
      });
    const [answers, webhooks] = await Promise.all([
      Promise.all(Array.from({ length: 100 }, validated)),
      Promise.all(Array.from({ length: 3 }, () => world.payments.control.do('send', { event }))),
      reconciled(),
    ]);
    expect(answers).toEqual(Array.from({ length: 100 }, () => ({ status: 200, found: true })));
    expect(busy).toBeLessThan(50);
    expect(webhooks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await world.credits(anna)).toEqual([1000]);
    expect(await world.balance(anna)).toBe(10);
  });
});
