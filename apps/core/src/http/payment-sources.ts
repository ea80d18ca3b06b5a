import type { CoreConfig } from '../process/config.js';

/** What Stripe asks of a page's policy (https://docs.stripe.com/security/guide#content-security-policy). */
const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: ['https://*.stripe.com'],
};

/** Where the payment form comes from, and speaks with: Stripe, a stand-in, or nobody where there are no payments. */
export function paymentSources({
  STRIPE_PUBLISHABLE_KEY: key,
  STRIPE_SCRIPT_URL: script,
}: Pick<CoreConfig, 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_SCRIPT_URL'>): Record<keyof typeof stripe, string[]> {
  if (key === '') return { script: [], frame: [], connect: [], img: [] };
  if (script === '') return stripe;
  const { origin } = new URL(script);
  return { script: [origin], frame: [origin], connect: [origin], img: [] };
}
