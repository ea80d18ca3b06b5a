import { isLoopback } from '@sixpence/config/loopback';
import { emailSchema } from '@sixpence/contracts/http/accounts';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { formatMoney } from '@sixpence/money/money';
import type { CoreConfig } from '@sixpence/core/platform/process/config';
import { optionalOption, UsageError, argument, type Command, type Warn, type Input } from '../../command.js';
import { readPassword } from './password.js';

export const userAdd: Command = {
  name: 'user add',
  usage: '<email>',
  summary:
    'Adds a person with the password that is typed or piped in; an existing person keeps their password.',
  argumentCount: 1,
  options: { password: { type: 'string' } },
  async run({ config, services, warn }, input) {
    const email = argument(input, 0);
    if (!emailSchema.safeParse(email).success) throw new UsageError(`${email} is not an e-mail address`);
    const password = passwordOption(config, input, warn) ?? (await readPassword());
    const accounts = (await services()).get(AccountsService);
    const { userId, added } = await accounts.addUser(email, password);
    return { json: { userId, email, added }, lines: [added ? `${email} is added.` : `${email} was there.`] };
  },
};

export const userShow: Command = {
  name: 'user show',
  usage: '<email>',
  summary: 'Shows a person and what they can spend.',
  argumentCount: 1,
  async run({ services }, input) {
    const app = await services();
    const email = argument(input, 0);
    const userId = await app.get(AccountsService).userIdOf(email);
    const available = await app.get(CreditsService).wallets(userId);
    const lines = [
      email,
      `id: ${userId}`,
      `can spend: ${available.map(formatMoney).join(', ') || 'nothing'}`,
    ];
    return { json: { userId, email, available }, lines };
  },
};

/**
 * `--password` is only for a service on this machine, because every user of the machine can read it in the
 * list of processes.
 * @throws UsageError when the service is not on this machine
 */
function passwordOption({ PUBLIC_URL }: CoreConfig, input: Input, warn: Warn): string | undefined {
  const password = optionalOption(input, 'password');
  if (password === undefined) return undefined;
  const reason = 'every user of this machine can read --password in the list of processes';
  if (!isLoopback(new URL(PUBLIC_URL).hostname)) throw new UsageError(`Leave it out and type it: ${reason}`);
  warn(`Type the password, or pipe it in: ${reason}.`);
  return password;
}
