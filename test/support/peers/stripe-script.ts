import type { Page } from 'playwright-core';
import { answerInsteadOfNetwork } from './instead-of-network.js';

/** The configured address of the provider's script. */
export const scriptUrl = 'https://payments.example.com/stripe.js';

/** The options and payments that the script received, and the function that ends a waiting payment. */
interface FakeStripe {
  /** Options of each set of elements, and of each payment form. */
  elements: { clientSecret: string; appearance: { theme: string; variables: Record<string, string> } }[];
  forms: object[];
  confirmed: { returnTo: string; redirect: string }[];
  /** Ends a waiting payment. The card number `slow` makes a payment wait. */
  finish: (answer: object) => void;
}

declare global {
  interface Window {
    fakeStripe: FakeStripe;
    Stripe: unknown;
  }
}

/**
 * Serves a script with Stripe.js's interface, as far as a payment form needs it. It reports no change before
 * the user touches the form, so the page must know by itself that the form is empty. The typed card number
 * decides: `4242` succeeds, `4000` is declined, `3220` leads to the bank, `slow` waits, `throws` throws,
 * `silent` fails without a message, `not proven` fails at the bank. `replaced before`, `paid before`, and
 * `pending before` fail, because the payment is cancelled, paid, or processing already. Fewer than four
 * characters are incomplete; any other number succeeds.
 */
export async function serveStripe(page: Page): Promise<void> {
  const body = `(${stripeScript.toString()})()`;
  await answerInsteadOfNetwork(page, scriptUrl, { contentType: 'text/javascript', body });
}

/** Runs in the page. */
function stripeScript() {
  type Listener = (event: object) => void;
  const fake: FakeStripe = { elements: [], forms: [], confirmed: [], finish: () => undefined };
  window.fakeStripe = fake;

  function createForm(options: object) {
    fake.forms.push(options);
    const listeners: Record<string, Listener[]> = {};
    const tell = (type: string, event: object) => listeners[type]?.forEach((listener) => listener(event));
    const changed = (number: string, wallet: boolean) =>
      tell('change', { empty: number === '' && !wallet, complete: number.length >= 4 || wallet });
    return {
      on: (type: string, listener: Listener) => (listeners[type] ??= []).push(listener),
      off: (type: string, listener: Listener) => {
        listeners[type] = (listeners[type] ?? []).filter((one) => one !== listener);
      },
      update: () => undefined,
      destroy: () => undefined,
      mount: (place: HTMLElement) => {
        place.innerHTML = `
          <div class="fake-form" style="display: grid; gap: 12px; min-height: 200px">
            <label>Card number <input name="number" style="width: 100%; height: 44px" /></label>
            <label><input type="checkbox" name="wallet" /> Demo Wallet</label>
          </div>`;
        const number = place.querySelector<HTMLInputElement>('[name=number]')!;
        const wallet = place.querySelector<HTMLInputElement>('[name=wallet]')!;
        const onChange = () => changed(number.value, wallet.checked);
        number.addEventListener('input', onChange);
        wallet.addEventListener('input', onChange);
        setTimeout(() => tell('ready', { elementType: 'payment' }));
      },
    };
  }

  const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };

  async function confirmPayment(asked: { confirmParams: { return_url: string }; redirect: string }) {
    const { return_url: returnTo } = asked.confirmParams;
    fake.confirmed.push({ returnTo, redirect: asked.redirect });
    const number = document.querySelector<HTMLInputElement>('[name=number]')!.value;
    if (number === 'throws') throw new Error();
    if (number === 'silent') return { error: { type: 'api_error' } };
    if (number === '4000') return { error: declined };
    if (number === 'replaced before') {
      const message = 'You cannot confirm this PaymentIntent because it has a status of canceled.';
      const code = 'payment_intent_unexpected_state';
      return {
        error: { type: 'invalid_request_error', code, message, payment_intent: { status: 'canceled' } },
      };
    }
    const before = { 'paid before': 'succeeded', 'pending before': 'processing' }[number];
    if (before) return { error: { ...declined, payment_intent: { status: before } } };
    if (number === 'not proven') {
      const code = 'payment_intent_authentication_failure';
      return {
        error: { type: 'invalid_request_error', code, message: 'We could not prove that it is you.' },
      };
    }
    if (number === 'slow') return new Promise((finish) => (fake.finish = finish));
    if (number === '3220') {
      window.location.assign(`${returnTo}&payment_intent=pi_1&redirect_status=succeeded`);
      return new Promise(() => undefined);
    }
    return { paymentIntent: { status: 'succeeded' } };
  }

  const stripe = {
    elements: (options: FakeStripe['elements'][number]) => {
      fake.elements.push(options);
      return { create: (_: string, form: object) => createForm(form), update: () => undefined };
    },
    confirmPayment,
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
  };
  window.Stripe = Object.assign(() => stripe, { version: 'endive' });
}
