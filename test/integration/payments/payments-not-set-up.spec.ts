import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { CardRefundsService } from '@sixpence/core/money/refunds/card-refunds.service';
import { ProviderLists } from '@sixpence/core/money/refunds/provider-lists.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { CoreApp } from '../../support/core/core-app.js';

/** Disposes of the started parts, even if the start failed. */
const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());

test("without a payment provider the page's configuration is empty, and payment calls are refused", async () => {
  const { cookie } = await core.signedIn('nobody@example.com');
  const config = await core.call('GET', '/payment-config', { cookie });
  expect([config.status, await config.json()]).toEqual([200, {}]);
  for (const [path, body] of [
    ['/stripe-payment-intent', { amount: 5, currency: 'GBP' }],
    ['/stripe-validate-payment', { payment_intent_id: 'pi_1' }],
    ['/stripe-webhook', {}],
  ] as const) {
    const answer = await core.call('POST', path, { body, cookie });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'payment.not-set-up' }]);
  }
});

test('without a payment provider no round reads payments, refunds, or lists', async () => {
  const { app } = core;
  const done = [
    jest.spyOn(app.get(ReconciliationService), 'round'),
    jest.spyOn(app.get(RefundsService), 'claimDue'),
    jest.spyOn(app.get(ProviderLists), 'reconcileLists'),
  ];
  await app.get(ReconciliationService).roundIfSetUp();
  await app.get(CardRefundsService).round();
  await core.database.query('UPDATE provider_looks SET next_look_at = app_now()');
  await app.get(ProviderLists).round();
  expect(done.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
});
