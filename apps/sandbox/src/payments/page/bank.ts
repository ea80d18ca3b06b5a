import type Stripe from 'stripe';
import type { HttpAnswer } from '../answer.js';
import type { Book } from '../book/book.js';
import { shownAmount } from '../book/amounts.js';
import { continueAfterBankPage } from '../book/paying.js';
import { escaped, page, redirect } from './html.js';

/** The page of the payer's bank, which asks for authentication (3-D Secure). */
export function bankPage(book: Book, id: string): HttpAnswer {
  const intent = book.find('payment_intent', id);
  const back = intent && returnUrlOf(intent);
  if (!intent || back === undefined) return nothingToDo;
  const question = `A payment of ${shownAmount(intent.amount, intent.currency)} waits for you. `;
  return page(
    '3-D Secure (stand-in)',
    `<p>${escaped(question)}This is not a bank, but a stand-in on this machine.</p><form method="post">` +
      `<button name="answer" value="complete">Complete</button><button name="answer" value="fail">Fail</button></form>`,
    { sendsTo: new URL(back).origin },
  );
}

/** Records the payer's answer at the bank and redirects to the page that they came from. */
export function bankAnswer(book: Book, id: string, form: string): HttpAnswer {
  const intent = book.find('payment_intent', id);
  const back = intent && returnUrlOf(intent);
  if (!intent || back === undefined) return nothingToDo;
  const hasAuthenticated = new URLSearchParams(form).get('answer') === 'complete';
  const { status, client_secret: secret } = continueAfterBankPage(book, intent, hasAuthenticated);
  const address = new URL(back);
  address.searchParams.set('payment_intent', id);
  address.searchParams.set('payment_intent_client_secret', secret ?? '');
  address.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed');
  return redirect(address.href);
}

function returnUrlOf({ status, next_action: action }: Stripe.PaymentIntent): string | undefined {
  return status === 'requires_action' ? (action?.redirect_to_url?.return_url ?? undefined) : undefined;
}

const nothingToDo = page('Nothing to do here', '<p>This payment does not wait for you.</p>', { status: 410 });
