import { describe, expect, test } from '@jest/globals';
import { type Payer, payingForTests, type PayingWorld } from '../../support/builders/paying.js';

let world: PayingWorld;
let anna: Payer;
payingForTests((given) => ({ world, anna } = given));

describe('the provider fails or is slow', () => {
  const intents = '^/v1/payment_intents$';

  test('if it fails when a payment begins, core answers 503, and the next try is another payment', async () => {
    await world.payments.control.do('fault', { path: intents, answer: 500, times: 2 });
    const answer = await world.intent(anna, 5);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const intent = await world.begun(anna);
    await world.pay(intent);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
  });

  test('if it still works on a request with the same key, core answers 503', async () => {
    await world.payments.control.do('fault', { path: intents, answer: 409, times: 2 });
    expect((await world.intent(anna, 5)).status).toBe(503);
  });

  test.each([401, 403, 429])('if it answers %d, core answers 503', async (status) => {
    await world.payments.control.do('fault', { path: intents, answer: status, times: 2 });
    expect((await world.intent(anna, 5)).status).toBe(503);
  });

  test.each([400, 402, 404])('if it refuses a request with %d, core answers 500', async (status) => {
    await world.payments.control.do('fault', { path: intents, answer: status });
    expect((await world.intent(anna, 5)).status).toBe(500);
  });

  test('if its answer is lost, core repeats the request with the same key, and there is one payment', async () => {
    await world.payments.control.do('fault', { path: intents, answer: 'cut', when: 'after' });
    const intent = await world.begun(anna);
    const seen = await world.payments.control.do('requests', {});
    const { id } = (await world.row(intent)) as { id: string };
    const tries = seen.filter(({ path }) => path === '/v1/payment_intents').slice(-2);
    expect(tries).toMatchObject([
      { idempotencyKey: `payment:${id}`, replayed: false },
      { idempotencyKey: `payment:${id}`, replayed: true },
    ]);
    const { data } = await world.payments.stripe.paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata['payment_id'] === id)).toHaveLength(1);
  });

  test('if it never answers, core answers 503', async () => {
    await world.payments.control.do('fault', { path: intents, delayMs: 60_000, times: 2 });
    expect((await world.intent(anna, 5)).status).toBe(503);
  });

  test('if all its answers are late, the page waits for one deadline only, and no payment is lost', async () => {
    const paid = await world.begun(anna);
    await world.pay(paid);
    const late = (method: 'GET' | 'POST', path: string) =>
      world.payments.control.do('fault', { method, path, delayMs: 3_400 });
    await late('POST', `${paid}$`);
    await late('GET', `${paid}$`);
    await late('POST', intents);
    // Each of the three calls is in time, but their sum exceeds the deadline.
    const answer = await world.intent(anna, 10, { again: paid });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await world.credits(anna)).toEqual([500]);
    const next = await world.begun(anna, 10);
    await world.pay(next);
    expect(await world.validate(anna, next)).toEqual({ status: 200, found: true });
  });

  test('if it fails when a payment is validated, core answers 503, and the next validation credits it', async () => {
    const intent = await world.begun(anna);
    await world.pay(intent);
    await world.payments.control.do('fault', { path: intent, answer: 'cut', times: 2 });
    expect((await world.validate(anna, intent)).status).toBe(503);
    expect(await world.validate(anna, intent)).toEqual({ status: 200, found: true });
  });
});
