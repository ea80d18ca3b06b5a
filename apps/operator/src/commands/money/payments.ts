import { Refusal } from '@sixpence/contracts/refusals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import {
  ListedPayments,
  type ListedPayment,
} from '@sixpence/core/money/payments/views/listed-payments.query';
import { MissingPaymentsService } from '@sixpence/core/money/payments/reconciliation/missing-payments.service';
import { paymentStates } from '@sixpence/core/money/payments/payment-state';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { LeaversMoneyQuery } from '@sixpence/core/money/refunds/views/leavers-money.query';
import { ProviderLists } from '@sixpence/core/money/refunds/provider-lists.service';
import { formatMoney, money } from '@sixpence/money/money';
import { actor } from '../../actor.js';
import {
  optionalOption,
  requiredOption,
  UsageError,
  argument,
  type Command,
  type Input,
} from '../../command.js';
import { listLines } from '../../list-lines.js';

export const paymentsList: Command = {
  name: 'payments list',
  usage: '[--person <email>] [--state <state>]',
  summary: 'Lists payments, newest first: of one person, or in one state such as processing or withheld.',
  argumentCount: 0,
  options: { person: { type: 'string' }, state: { type: 'string' } },
  async run({ services }, input) {
    const state = stateOf(input);
    const person = optionalOption(input, 'person');
    const app = await services();
    const owner = person === undefined ? undefined : await app.get(AccountsService).userIdOf(person);
    const payments = await app.get(ListedPayments).listPayments({
      ...(owner !== undefined && { owner }),
      ...(state !== undefined && { state }),
    });
    return { json: payments, lines: listLines(payments, 'No payments.', columns) };
  },
};

export const paymentsReconcile: Command = {
  name: 'payments reconcile',
  usage: '',
  summary: 'Reads every unfinished payment from the payment provider, and compares its lists with the books.',
  argumentCount: 0,
  async run({ services, config }) {
    if (config.STRIPE_SECRET_KEY === '') throw new Refusal('payment.not-set-up');
    const app = await services();
    const { looked, credited, failed } = await app.get(ReconciliationService).round({ all: true });
    const lists = await app.get(ProviderLists).reconcileLists();
    const lines = [
      `Looked at ${looked} ${looked === 1 ? 'payment' : 'payments'}: ${credited} credited.`,
      `Looked for payments, refunds, disputes, and late failures: ${lists.news - lists.failed} booked.`,
    ];
    const missed = failed + lists.failed;
    if (lists.missing.length > 0)
      lines.push(`In no books, see payments credit: ${lists.missing.join(', ')}.`);
    if (missed > 0) lines.push(`${missed} could not be read or booked. Try again in a moment.`);
    const bad = missed > 0 || lists.missing.length > 0;
    return { json: { looked, credited, failed, left: lists }, lines, bad };
  },
};

export const paymentsCredit: Command = {
  name: 'payments credit',
  usage: '<intent> --reason <text> [--person <email>]',
  summary:
    'Credits a payment that succeeded at the provider and is in no books, for example after a restored backup.',
  argumentCount: 1,
  options: { reason: { type: 'string' }, person: { type: 'string' } },
  async run({ services, config }, input) {
    if (config.STRIPE_SECRET_KEY === '') throw new Refusal('payment.not-set-up');
    const reason = requiredOption(input, 'reason');
    const person = optionalOption(input, 'person');
    const app = await services();
    const owner = person === undefined ? undefined : await app.get(AccountsService).userIdOf(person);
    const decision = { intentId: argument(input, 0), owner, actor: actor(), reason };
    const credited = await app.get(MissingPaymentsService).credit(decision);
    const amount = formatMoney(credited.amount);
    const lines = [
      credited.added ? `Credited ${amount} to ${credited.owner}.` : 'It is in the books already.',
    ];
    return { json: credited, lines };
  },
};

export const paymentsOpen: Command = {
  name: 'payments open',
  usage: '<email> --reason <text>',
  summary: 'Opens top-ups again for a person, after a dispute or a late failure of a payment closed them.',
  argumentCount: 1,
  options: { reason: { type: 'string' } },
  async run({ services }, input) {
    const reason = requiredOption(input, 'reason');
    const app = await services();
    const owner = await app.get(AccountsService).userIdOf(argument(input, 0));
    const opened = await app.get(DisputesService).reopenTopUps({ owner, actor: actor(), reason });
    const lines = [opened ? 'Top-ups are open again.' : 'Top-ups were open already.'];
    return { json: { userId: owner, opened }, lines };
  },
};

export const paymentsLeft: Command = {
  name: 'payments left',
  usage: '',
  summary:
    'Lists payments of people who have left and whose wallet has money again: refund them at the payment provider.',
  argumentCount: 0,
  async run({ services }) {
    const payments = await (await services()).get(LeaversMoneyQuery).listPayments();
    const lines = listLines(payments, 'No payments.', {
      Payment: ({ paymentId }) => paymentId,
      Person: ({ owner }) => owner,
      'In the balance': ({ walletMinor, currency }) => formatMoney(money(walletMinor, currency)),
      'Not refunded': ({ unrefundedMinor, currency }) => formatMoney(money(unrefundedMinor, currency)),
      Receipt: ({ number }) => String(number),
      Intent: ({ intentId }) => intentId,
    });
    return { json: payments, lines };
  },
};

function stateOf(input: Input) {
  const text = optionalOption(input, 'state');
  if (text === undefined) return undefined;
  const state = paymentStates.find((candidate) => candidate === text);
  if (!state) throw new UsageError(`The state must be one of ${paymentStates.join(', ')}`);
  return state;
}

const columns = {
  Payment: ({ id }: ListedPayment) => id,
  Person: ({ owner }: ListedPayment) => owner,
  State: ({ state }: ListedPayment) => state,
  Amount: ({ amountMinor, currency }: ListedPayment) => formatMoney(money(amountMinor, currency)),
  Refunded: ({ refundedMinor, currency }: ListedPayment) =>
    refundedMinor > 0 ? formatMoney(money(refundedMinor, currency)) : '',
  Receipt: ({ number }: ListedPayment) => String(number ?? ''),
  Card: ({ method, lastFour }: ListedPayment) => [method, lastFour].filter((part) => part !== null).join(' '),
  Begun: ({ createdAt }: ListedPayment) => createdAt.toISOString(),
};
