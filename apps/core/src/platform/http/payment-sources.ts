import type { CoreConfig } from '../process/config.js';

/**
 * The sources that Stripe demands (https://docs.stripe.com/security/guide#content-security-policy), and the
 * frames of Link, which the Payment Element offers. Sources for maps are absent, because we do not use the
 * Address Element. Stripe's telemetry (m.stripe.network) loads inside Stripe's own frames.
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

/**
 * The sources of the payment form: Stripe's or those of a stand-in; none when payments are not configured.
 */
export function paymentSources({
  STRIPE_PUBLISHABLE_KEY: key,
  STRIPE_SCRIPT_URL: script,
}: Pick<CoreConfig, 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_SCRIPT_URL'>): PaymentSources {
  if (key === '') return { script: [], frame: [], connect: [], img: [], popups: false };
  if (script === '') return { ...stripe, popups: true };
  const { origin } = new URL(script);
  return { script: [origin], frame: [origin], connect: [origin], img: [], popups: true };
}
