import type { StripeError } from '@stripe/stripe-js';
import type { FromFrame, Hello, Outcome, ToFrame } from '../messages.js';
import { applyAppearance } from './appearance.js';
import { asError } from './card-fields.js';
import { byId, CardForm, type TestCard } from './form.js';
import { PaymentCalls } from './payment-calls.js';

/** The frame talks only to the first page that greets it, and only through the port of that greeting. */
let greeted = false;
addEventListener('message', ({ data, ports: [port], source }: MessageEvent<Partial<Hello>>) => {
  if (greeted || source !== parent || data.kind !== 'hello' || !port) return;
  greeted = true;
  void begin(data as Hello, port);
});

async function begin(hello: Hello, port: MessagePort): Promise<void> {
  const say = (message: FromFrame) => port.postMessage(message);
  const form = new CardForm(tellChange);
  let told = '';
  /** Like Stripe.js, reports a change only when it differs from the last report. */
  function tellChange() {
    const { change } = form;
    if (JSON.stringify(change) === told) return;
    told = JSON.stringify(change);
    say({ kind: 'change', change });
  }
  const calls = new PaymentCalls(hello.publishableKey, hello.elements.clientSecret ?? '');
  take(hello, form);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => void answer(data, { form, calls, say });
  tellHeight(say);
  for (const kind of ['focus', 'blur'] as const) addEventListener(kind, () => say({ kind }));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say({ kind: 'escape' });
  });
  const problem = await prepare(hello, calls);
  if (problem) {
    say({ kind: 'loaderror', error: problem });
    return;
  }
  say({ kind: 'ready' });
  form.offer((await (await fetch('/element/test-cards')).json()) as TestCard[]);
  // Like Stripe.js, reports the payment method that is selected at first, with empty fields, some time later.
  tellChange();
}

interface Parts {
  form: CardForm;
  calls: PaymentCalls;
  say: (message: FromFrame) => void;
}

/** @returns the error that makes this payment impossible here, if there is one */
async function prepare(hello: Hello, calls: PaymentCalls): Promise<StripeError | undefined> {
  const { error } = await calls.read();
  if (error) return error;
  await calls.mounted(hello);
  byId('form').hidden = false;
  return undefined;
}

async function answer(message: ToFrame, { form, calls, say }: Parts): Promise<void> {
  switch (message.kind) {
    case 'submit':
      say({ kind: 'outcome', call: message.call, outcome: checked(form) });
      break;
    case 'confirm': {
      const { error } = checked(form);
      const paid = form.way === 'wallet' ? 'wallet' : form.card;
      const outcome = error ? { error } : await calls.confirm(paid, message.returnUrl);
      say({ kind: 'outcome', call: message.call, outcome });
      break;
    }
    case 'update':
      take(message, form);
      break;
    case 'focus':
      form.focus();
      break;
    case 'clear':
      form.clear();
      break;
    case 'blur':
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
}

function checked(form: CardForm): Outcome {
  const { problem } = form;
  form.show(problem);
  return problem ? { error: asError(problem) } : {};
}

/** Applies the options that change the look of the form. */
function take({ elements, payment }: Pick<Hello, 'elements' | 'payment'>, form: CardForm): void {
  applyAppearance(elements.appearance);
  form.showWallet(payment.wallets?.googlePay !== 'never');
}

function tellHeight(say: (message: FromFrame) => void): void {
  const observer = new ResizeObserver(() =>
    say({ kind: 'height', px: Math.ceil(document.documentElement.getBoundingClientRect().height) }),
  );
  observer.observe(document.documentElement);
}
