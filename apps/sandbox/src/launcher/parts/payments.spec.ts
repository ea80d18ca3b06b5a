import { expect, test } from '@jest/globals';
import { replacement } from '../sandbox.js';
import { readSettings } from '../settings/settings.js';
import { payments } from './payments.js';

const real = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('with a real key the stand-in is not started, and core gets what was given', () => {
  expect(replacement(payments, readSettings([], real))).toEqual(real);
});

test('without one it is', () => {
  const keyless = { ...real, STRIPE_SECRET_KEY: '' };
  expect(replacement(payments, readSettings([], keyless))).toBeUndefined();
});

test('where people come from elsewhere nothing is played, and nobody can pay', async () => {
  const settings = readSettings([], { PUBLIC_URL: 'https://print.example.com' });
  const place = { settings } as Parameters<typeof payments.start>[0];
  expect(await payments.start(place)).toEqual({});
  expect(payments.welcome?.(place)).toEqual([]);
});
