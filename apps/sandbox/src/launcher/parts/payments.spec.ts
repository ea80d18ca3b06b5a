import { expect, test } from '@jest/globals';
import { realServiceVariables } from '../sandbox.js';
import { readSettings } from '../settings/settings.js';
import { payments } from './payments.js';

const real = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('with a real key the stand-in is not started, and core gets the given keys', () => {
  expect(realServiceVariables(payments, readSettings([], real))).toEqual(real);
});

test('without a real secret key the stand-in is started', () => {
  const keyless = { ...real, STRIPE_SECRET_KEY: '' };
  expect(realServiceVariables(payments, readSettings([], keyless))).toBeUndefined();
});

test('with a public PUBLIC_URL and no real key the stand-in is not started, and there are no payments', async () => {
  const settings = readSettings([], { PUBLIC_URL: 'https://print.example.com' });
  const context = { settings } as Parameters<typeof payments.start>[0];
  expect(await payments.start(context)).toEqual({});
  expect(payments.welcome?.(context)).toEqual([]);
});
