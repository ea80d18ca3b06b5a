import { randomUUID } from 'node:crypto';
import { AccountsService } from '@sixpence/core/accounts/accounts.service';
import { CreditsService } from '@sixpence/core/credits/credits.service';
import { formatMoney } from '@sixpence/money/money';
import { actor } from './actor.js';
import { amountOf, currencyOf } from './amounts.js';
import { optionalOption, UsageError, word, type Command } from './command.js';

export const creditAdd: Command = {
  name: 'credit add',
  usage: '<email> <amount> GBP|EUR [--reason <text>] [--key <text>]',
  does: 'Adds credits to a balance, shown as "Top Up Admin". With --key, repeating it credits once.',
  takes: 3,
  options: { reason: { type: 'string' }, key: { type: 'string' } },
  async run({ services }, input) {
    const app = await services();
    const currency = currencyOf(word(input, 2));
    const amount = amountOf(word(input, 1), currency);
    if (amount.minor === 0) throw new UsageError('Give an amount of more than nothing');
    const owner = await app.get(AccountsService).userIdOf(word(input, 0));
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
