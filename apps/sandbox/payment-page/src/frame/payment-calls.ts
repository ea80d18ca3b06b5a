import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import type { Hello, Outcome } from '../messages.js';
import { digitsOf, expiryOf, type CardInput } from './card-fields.js';

/** The calls to the stand-in that a page may make for one payment. */
export class PaymentCalls {
  private readonly id: string;

  constructor(
    private readonly publishableKey: string,
    private readonly clientSecret: string,
  ) {
    this.id = clientSecret.split('_secret_')[0] ?? '';
  }

  /** The payment intent as it is now, or the error. */
  readIntent(): Promise<Outcome> {
    const query = new URLSearchParams({ client_secret: this.clientSecret }).toString();
    return this.call(`/v1/payment_intents/${this.id}?${query}`, 'GET');
  }

  /** Reports the options with which the page mounted the form. */
  async reportMounted({ elements, payment }: Hello): Promise<void> {
    const { clientSecret, ...options } = elements;
    await fetch('/element/mounted', {
      method: 'POST',
      headers: { authorization: `Bearer ${this.publishableKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, elements: options, payment }),
    });
  }

  confirm(paid: CardInput | 'wallet', returnUrl: string | undefined): Promise<Outcome> {
    const byWallet = paid === 'wallet';
    const card = byWallet ? walletCard() : paid;
    const { month, year } = expiryOf(card.expiry);
    const form = new URLSearchParams({
      client_secret: this.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': digitsOf(card.number),
      'payment_method_data[card][exp_month]': String(month),
      'payment_method_data[card][exp_year]': String(year),
      'payment_method_data[card][cvc]': card.cvc,
      ...(byWallet ? { 'payment_method_data[wallet]': 'true' } : {}),
      ...(returnUrl === undefined ? {} : { return_url: returnUrl }),
    });
    return this.call(`/v1/payment_intents/${this.id}/confirm`, 'POST', form);
  }

  private async call(address: string, method: string, form?: URLSearchParams): Promise<Outcome> {
    try {
      const headers = { authorization: `Bearer ${this.publishableKey}` };
      const answer = await fetch(address, { method, headers, ...(form ? { body: form } : {}) });
      const body = (await answer.json()) as PaymentIntent | { error: StripeError };
      return 'error' in body ? { error: body.error } : { paymentIntent: body };
    } catch {
      const message = 'We could not reach the payment provider. Check your connection and try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  }
}

/** The card in the simulated wallet. */
function walletCard(): CardInput {
  return {
    number: '4242424242424242',
    expiry: `12${String(new Date().getFullYear() + 3).slice(2)}`,
    cvc: '123',
  };
}
