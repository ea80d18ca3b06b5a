import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { PayingWorld, type Payer } from '../../support/builders/paying.js';
import { linesAbout } from '../../support/lines-about.js';

/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let world: PayingWorld;
let anna: Payer;
beforeAll(async () => {
  world = after.use(await PayingWorld.start({ laterMs: 3_600_000 }));
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  await world.payments.control.do('noFaults', {});
  await world.payments.control.do('webhooks', { events: 'held', copies: 1, delayMs: 0 });
  anna = await world.aPayer();
});
afterEach(async () => {
  expect(await world.core.app.get(LedgerVerifier).breaches()).toEqual([]);
});

/** The value of a metric, as the sum of all its labels. */
async function counted(name: string, label = ''): Promise<number> {
  const text = await world.core.app.get<Registry>(METRICS).metrics();
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const send = async (event: string) => (await world.payments.control.do('send', { event })).status;

/** Sends one event five times: in turn, or all before any of them is recorded. */
async function sendFiveTimes(how: 'in turn' | 'at once', event: string, read: string): Promise<void> {
  const copies = Array.from({ length: 5 }, () => event);
  if (how === 'at once') {
    // The provider answers slowly, so that all five read the payment before any is recorded.
    await world.payments.control.do('fault', {
      method: 'GET',
      path: read,
      delayMs: 300,
      times: copies.length,
    });
    expect(await Promise.all(copies.map(send))).toEqual(copies.map(() => 200));
    return;
  }
  expect(await send(event)).toBe(200);
  const requestCount = (await world.asked()).length;
  for (const copy of copies.slice(1)) expect(await send(copy)).toBe(200);
  expect((await world.asked()).length).toBe(requestCount);
}

describe.each(['in turn', 'at once'] as const)('an event that comes five times %s', (how) => {
  test('a declined card counts once', async () => {
    const before = await counted('sixpence_payments_total', 'declined');
    const intent = await world.begun(anna);
    await expect(world.pay(intent, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined');
    await sendFiveTimes(how, await world.eventOf(intent, 'payment_intent.payment_failed'), intent);
    expect(await world.row(intent)).toMatchObject({ state: 'open', declines: 1 });
    expect((await counted('sixpence_payments_total', 'declined')) - before).toBe(1);
  });

  test('a payment is credited once', async () => {
    const before = await counted('sixpence_payments_total', 'credited');
    const intent = await world.begun(anna);
    await world.pay(intent);
    await sendFiveTimes(how, await world.eventOf(intent), intent);
    expect([await world.credits(anna), await world.balance(anna)]).toEqual([[500], 5]);
    expect((await counted('sixpence_payments_total', 'credited')) - before).toBe(1);
  });

  test('a dispute takes the money once, and raises one alarm', async () => {
    const before = await counted('sixpence_disputes_total');
    const intent = await world.topUp(anna, 5);
    await world.topUp(anna, 3);
    const { id } = await world.payments.control.do('dispute', { intent });
    const { data } = await world.payments.stripe.events.list({ type: 'charge.dispute.created', limit: 100 });
    const event = data.find((each) => (each.data.object as { id?: string }).id === id)!;
    const errors = jest.spyOn(world.core.app.get<Logger>(LOGGER), 'error');
    await sendFiveTimes(how, event.id, id);
    expect(await world.balance(anna)).toBe(3);
    expect((await counted('sixpence_disputes_total')) - before).toBe(1);
    expect(linesAbout(errors, id)).toEqual([
      [expect.objectContaining({ disputeId: id }), expect.stringContaining('a bank took a payment back')],
    ]);
  });
});
