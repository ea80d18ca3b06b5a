import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
