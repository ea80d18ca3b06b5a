import type { StripeError } from '@stripe/stripe-js';
import type { FromFrame, Hello, Outcome, ToFrame } from '../messages.js';
import { applyAppearance } from './appearance.js';
import { asError } from './card-fields.js';
import { byId, CardForm, type TestCard } from './form.js';
import { PaymentCalls } from './payment-calls.js';

/** The frame accepts only the first `hello` message of its parent page, and then uses only the port in it. */
let isConnected = false;
addEventListener('message', ({ data, ports: [port], source }: MessageEvent<Partial<Hello>>) => {
  if (isConnected || source !== parent || data.kind !== 'hello' || !port) return;
  isConnected = true;
  void begin(data as Hello, port);
});

async function begin(hello: Hello, port: MessagePort): Promise<void> {
  const send = (message: FromFrame) => port.postMessage(message);
  const form = new CardForm(reportChange);
  let lastChange = '';
  /** Like Stripe.js, reports a change only when it differs from the last report. */
  function reportChange() {
    const { change } = form;
    if (JSON.stringify(change) === lastChange) return;
    lastChange = JSON.stringify(change);
    send({ kind: 'change', change });
  }
  const calls = new PaymentCalls(hello.publishableKey, hello.elements.clientSecret ?? '');
  applyOptions(hello, form);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => void handleMessage(data, { form, calls, send });
  reportHeight(send);
  for (const kind of ['focus', 'blur'] as const) addEventListener(kind, () => send({ kind }));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') send({ kind: 'escape' });
  });
  const problem = await prepare(hello, calls);
  if (problem) {
    send({ kind: 'loaderror', error: problem });
    return;
  }
  send({ kind: 'ready' });
  form.offerTestCards((await (await fetch('/element/test-cards')).json()) as TestCard[]);
  // Like Stripe.js, reports the initial payment method with empty fields some time after `ready`.
  reportChange();
}

interface Parts {
  form: CardForm;
  calls: PaymentCalls;
  send: (message: FromFrame) => void;
}

/** @returns the error if this payment cannot be made in the form */
async function prepare(hello: Hello, calls: PaymentCalls): Promise<StripeError | undefined> {
  const { error } = await calls.readIntent();
  if (error) return error;
  await calls.reportMounted(hello);
  byId('form').hidden = false;
  return undefined;
}

async function handleMessage(message: ToFrame, { form, calls, send }: Parts): Promise<void> {
  switch (message.kind) {
    case 'submit':
      send({ kind: 'outcome', call: message.call, outcome: checkForm(form) });
      break;
    case 'confirm': {
      const { error } = checkForm(form);
      const paid = form.method === 'wallet' ? 'wallet' : form.card;
      const outcome = error ? { error } : await calls.confirm(paid, message.returnUrl);
      send({ kind: 'outcome', call: message.call, outcome });
      break;
    }
    case 'update':
      applyOptions(message, form);
      break;
    case 'focus':
      form.focusNumber();
      break;
    case 'clear':
      form.clearFields();
      break;
    case 'blur':
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
}

function checkForm(form: CardForm): Outcome {
  const { problem } = form;
  form.showProblem(problem);
  return problem ? { error: asError(problem) } : {};
}

/** Applies the options that change the look of the form. */
function applyOptions({ elements, payment }: Pick<Hello, 'elements' | 'payment'>, form: CardForm): void {
  applyAppearance(elements.appearance);
  form.showWallet(payment.wallets?.googlePay !== 'never');
}

function reportHeight(send: (message: FromFrame) => void): void {
  const observer = new ResizeObserver(() =>
    send({ kind: 'height', px: Math.ceil(document.documentElement.getBoundingClientRect().height) }),
  );
  observer.observe(document.documentElement);
}
