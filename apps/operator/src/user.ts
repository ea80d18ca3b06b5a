import { emailSchema } from '@sixpence/contracts/http/accounts';
import { AccountsService } from '@sixpence/core/accounts/accounts.service';
import { CreditsService } from '@sixpence/core/credits/credits.service';
import { formatMoney } from '@sixpence/money/money';
import { requiredOption, UsageError, word, type Command } from './command.js';

export const userAdd: Command = {
  name: 'user add',
  usage: '<email> --password <password>',
  does: 'Adds a person who can sign in; an existing one keeps their password.',
  takes: 1,
  options: { password: { type: 'string' } },
  async run({ services }, input) {
    const email = word(input, 0);
    if (!emailSchema.safeParse(email).success) throw new UsageError(`${email} is not an e-mail address`);
    const accounts = (await services()).get(AccountsService);
    const { userId, added } = await accounts.addUser(email, requiredOption(input, 'password'));
    return { json: { userId, email, added }, lines: [added ? `${email} is added.` : `${email} was there.`] };
  },
};

export const userShow: Command = {
  name: 'user show',
  usage: '<email>',
  does: 'Shows a person and what they can spend.',
  takes: 1,
  async run({ services }, input) {
    const app = await services();
    const email = word(input, 0);
    const userId = await app.get(AccountsService).userIdOf(email);
    const available = await app.get(CreditsService).wallets(userId);
    return { json: { userId, email, available }, lines: [email, userId, ...available.map(formatMoney)] };
  },
};
