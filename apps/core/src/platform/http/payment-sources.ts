import type { CoreConfig } from '../process/config.js';

/**
 * What Stripe asks of a page's policy (https://docs.stripe.com/security/guide#content-security-policy), and the frames of
 * Link, which the Payment Element offers. Maps are for its Address Element, which is not used here; what Stripe measures
 * (m.stripe.network) it loads inside its own frames.
 */
const stripe = {
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
};

type PaymentSources = Record<keyof typeof stripe, string[]> & { popups: boolean };

/** Where the payment form comes from, and speaks with: Stripe, a stand-in, or nobody where there are no payments. */
export function paymentSources({
  STRIPE_PUBLISHABLE_KEY: key,
  STRIPE_SCRIPT_URL: script,
}: Pick<CoreConfig, 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_SCRIPT_URL'>): PaymentSources {
  if (key === '') return { script: [], frame: [], connect: [], img: [], popups: false };
  if (script === '') return { ...stripe, popups: true };
  const { origin } = new URL(script);
  return { script: [origin], frame: [origin], connect: [origin], img: [], popups: true };
}
