import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { loadScript } from './script.js';

/**
 * Loads Stripe.js from its own address or from `scriptUrl`. A script that is on the page already is used
 * again.
 * @throws Error when the script cannot be loaded
 */
export async function openStripe(publishableKey: string, scriptUrl: string | undefined): Promise<Stripe> {
  if (scriptUrl !== undefined) await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey, { locale: 'en-GB' });
  if (!stripe) throw new Error('Stripe.js runs only in a browser');
  return stripe;
}
