import { expect, test } from '@jest/globals';
import type { CoreConfig } from '../process/config.js';
import { contentSourcesOf } from './content-policy.js';

test('each directive has its configured sources, then those of payments', () => {
  const config = {
    CSP_SCRIPT_SOURCES: ['https://script.example'],
    CSP_FRAME_SOURCES: ['https://frame.example'],
    CSP_CONNECT_SOURCES: ['https://connect.example'],
    CSP_IMG_SOURCES: ['https://img.example'],
    CSP_FORM_SOURCES: ['https://form.example'],
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_SCRIPT_URL: '',
  } as unknown as CoreConfig;
  expect(contentSourcesOf(config)).toEqual({
    script: expect.arrayContaining(['https://script.example', 'https://js.stripe.com']),
    frame: expect.arrayContaining(['https://frame.example', 'https://hooks.stripe.com']),
    connect: ['https://connect.example', 'https://api.stripe.com'],
    img: ['https://img.example', 'https://*.stripe.com'],
    form: ['https://form.example'],
    popups: true,
  });
  expect(contentSourcesOf({ ...config, STRIPE_PUBLISHABLE_KEY: '' }).popups).toBe(false);
});
