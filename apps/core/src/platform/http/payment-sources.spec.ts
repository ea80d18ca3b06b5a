import { expect, test } from '@jest/globals';
import { paymentSources } from './payment-sources.js';

test('without a Stripe key a page may load nothing from other origins', () => {
  const none = { STRIPE_PUBLISHABLE_KEY: '', STRIPE_SCRIPT_URL: '' };
  expect(paymentSources(none)).toEqual({ script: [], frame: [], connect: [], img: [], popups: false });
});

test('with a real key a page may load from the origins of Stripe', () => {
  expect(paymentSources({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_SCRIPT_URL: '' })).toEqual({
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frame: [
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://link.com',
      'https://*.link.com',
    ],
    connect: ['https://api.stripe.com'],
    img: ['https://*.stripe.com'],
    popups: true,
  });
});

test('with a stand-in a page may load from the stand-in, and not from Stripe', () => {
  const url = 'http://127.0.0.1:3300';
  const given = { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_SCRIPT_URL: `${url}/v3/stripe.js` };
  expect(paymentSources(given)).toEqual({
    script: [url],
    frame: [url],
    connect: [url],
    img: [],
    popups: true,
  });
});
