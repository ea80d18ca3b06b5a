import type { z } from 'zod';
import type { Book } from '../book/book.js';
import { cardByToken } from '../book/cards.js';
import { closeDispute, openDispute } from '../book/disputes.js';
import { continueAfterBankPage, confirm, failLate, settle } from '../book/paying.js';
import { keepPaymentMethod } from '../book/payment-methods.js';
import { missing } from '../book/problem.js';
import { arriveRefund, createRefund, failRefund } from '../book/refunds.js';
import type { Faults } from '../rest/faults.js';
import type { SeenRequests } from '../rest/requests.js';
import type { Courier } from '../webhooks/courier.js';
import type { MountedElements } from '../page/mounted-elements.js';
import { acts, type Act, type ActAnswers } from './acts.js';

/** The parts of the stand-in that acts control. */
export interface ControlledParts {
  readonly book: Book;
  readonly courier: Courier;
  readonly faults: Faults;
  readonly seen: SeenRequests;
  readonly elements: MountedElements;
  readonly url: string;
}

type Handlers = {
  [Name in Act]: (
    parts: ControlledParts,
    asked: z.output<(typeof acts)[Name]>,
  ) => ActAnswers[Name] | Promise<ActAnswers[Name]>;
};

/**
 * Events that Stripe sees without a request of the merchant: payers pay and dispute, payments fail, staff
 * refund in the dashboard, webhooks and answers go wrong.
 */
const handlers: Handlers = {
  confirm({ book, url }, { intent, card }) {
    const known = cardByToken(card);
    if (!known) throw missing('card', card);
    const route = { bankPage: () => `${url}/bank/${intent}`, returnUrl: `${url}/returned` };
    return confirm(book, book.get('payment_intent', intent), keepPaymentMethod(book, known), route);
  },
  authenticate: ({ book }, { intent, hasAuthenticated }) =>
    continueAfterBankPage(book, book.get('payment_intent', intent), hasAuthenticated),
  settle: ({ book }, { intent, decline }) => settle(book, book.get('payment_intent', intent), decline),
  failLate: ({ book }, { intent }) => failLate(book, book.get('payment_intent', intent)),
  refund: ({ book }, { intent, amount }) => createRefund(book, { payment_intent: intent, amount }),
  arriveRefund: ({ book }, { refund }) => arriveRefund(book, book.get('refund', refund)),
  failRefund: ({ book }, { refund }) => failRefund(book, book.get('refund', refund)),
  dispute({ book }, { intent, ...wish }) {
    const { latest_charge: charge } = book.get('payment_intent', intent);
    return openDispute(book, book.get('charge', charge), wish);
  },
  closeDispute: ({ book }, { dispute, status }) => closeDispute(book, book.get('dispute', dispute), status),
  webhooks({ courier }, { address, ...delivery }) {
    if (address !== undefined) courier.address = address;
    courier.delivery = { ...courier.delivery, ...delivery };
    return courier.delivery;
  },
  async send({ book, courier }, { event, flaw }) {
    return { status: await courier.send(book.get('event', event), flaw) };
  },
  fault({ faults }, fault) {
    faults.add(fault);
    return {};
  },
  noFaults({ faults }) {
    faults.clear();
    return {};
  },
  requests: ({ seen }) => seen.list,
  elements: ({ elements }) => elements.list,
};

/** @throws Problem when the act is unknown or cannot be carried out */
export function performAct(parts: ControlledParts, name: string, body: unknown): unknown {
  if (!isAct(name)) throw missing('act', name);
  const handler = handlers[name] as (parts: ControlledParts, asked: unknown) => unknown;
  return handler(parts, acts[name].parse(body));
}

function isAct(name: string): name is Act {
  return Object.hasOwn(acts, name);
}
