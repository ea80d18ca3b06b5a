import { randomUUID } from 'node:crypto';
import { Refusal } from '@sixpence/contracts/refusals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { CardRefundsService } from '@sixpence/core/money/refunds/card-refunds.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { formatMoney, type Money } from '@sixpence/money/money';
import { actor } from '../../actor.js';
import { amountOf, currencyOf } from '../../amounts.js';
import { optionalOption, requiredOption, UsageError, argument, type Command } from '../../command.js';

export const creditAdd: Command = {
  name: 'credit add',
  usage: '<email> <amount> <GBP|EUR> [--reason <text>] [--key <text>]',
  summary: 'Adds credits to a balance, shown as "Top Up Admin". With --key, repeating it credits once.',
  argumentCount: 3,
  options: { reason: { type: 'string' }, key: { type: 'string' } },
  async run({ services }, input) {
    const app = await services();
    const currency = currencyOf(argument(input, 2));
    const amount = amountOf(argument(input, 1), currency);
    if (amount.minor === 0) throw new UsageError('Give an amount of more than nothing');
    const owner = await app.get(AccountsService).userIdOf(argument(input, 0));
    const credited = await app.get(CreditsService).grant({
      owner,
      amount,
      key: `admin-grant:${optionalOption(input, 'key') ?? randomUUID()}`,
      reason: optionalOption(input, 'reason') ?? 'none given',
      actor: actor(),
    });
    const available = await app.get(CreditsService).available(owner, currency);
    return { json: { credited, available }, lines: [`The balance is now ${formatMoney(available)}.`] };
  },
};

export const creditRefund: Command = {
  name: 'credit refund',
  usage: '<email> <GBP|EUR> --to-card --reason <text> [--amount <amount>]',
  summary:
    'Refunds top-ups of the last 180 days to their cards: an amount, or everything that can be refunded.',
  argumentCount: 2,
  options: { 'to-card': { type: 'boolean' }, reason: { type: 'string' }, amount: { type: 'string' } },
  async run({ services }, input) {
    if (input.values['to-card'] !== true)
      throw new UsageError('Add --to-card: money goes back to cards only');
    const reason = requiredOption(input, 'reason');
    const currency = currencyOf(argument(input, 1));
    const requested = optionalOption(input, 'amount');
    const amount = requested === undefined ? undefined : amountOf(requested, currency);
    if (amount?.minor === 0) throw new UsageError('Give an amount of more than nothing');
    const app = await services();
    const owner = await app.get(AccountsService).userIdOf(argument(input, 0));
    const by = { actor: actor(), reason };
    const { refunded, available } = await app
      .get(CardRefundsService)
      .refundToCard({ owner, currency, amountMinor: amount?.minor, by })
      .catch((error: unknown) =>
        inSentenceForStaff(error, () => app.get(RefundsService).refundable(owner, currency)),
      );
    const lines = [
      `${formatMoney(refunded)} goes back to the person's cards as soon as core has asked the payment provider. The person gets a mail then.`,
      `The balance is now ${formatMoney(available)}.`,
    ];
    return { json: { refunded, available }, lines };
  },
};

/** Replaces the sentence of `refund.too-much`, which addresses the owner of the cards, by one for staff. */
async function inSentenceForStaff(error: unknown, most: () => Promise<Money>): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== 'refund.too-much') throw error;
  const sentence = `No more than ${formatMoney(await most())} can go back to their cards: only the part of the balance that was topped up in the last 180 days.`;
  throw new Refusal(error.code, sentence, undefined, { cause: error });
}
