import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { LeavingService, type Act } from '@sixpence/core/leaving/leaving.service';
import { actor } from '../../actor.js';
import { requiredOption, argument, type Command, type Input, type CommandContext } from '../../command.js';

const options = { reason: { type: 'string' } } as const;
const usage = '<email> --reason <text>';

export const userLock: Command = {
  name: 'user lock',
  usage,
  summary: 'Locks a person out: ends sessions, print code, and panel sessions, and refuses every sign-in.',
  argumentCount: 1,
  options,
  async run(context, input) {
    const { leaving, act } = await actOf(context, input);
    const locked = await leaving.lockAccount(act);
    return { json: { userId: act.userId, locked }, lines: [locked ? 'Locked.' : 'They were locked before.'] };
  },
};

export const userUnlock: Command = {
  name: 'user unlock',
  usage,
  summary: 'Unlocks a person who was locked out; they have to sign in again.',
  argumentCount: 1,
  options,
  async run(context, input) {
    const { leaving, act } = await actOf(context, input);
    const unlocked = await leaving.unlockAccount(act);
    return {
      json: { userId: act.userId, unlocked },
      lines: [unlocked ? 'Unlocked.' : 'They were not locked.'],
    };
  },
};

export const userExport: Command = {
  name: 'user export',
  usage,
  summary: 'Prints all stored data of a person, as JSON.',
  argumentCount: 1,
  options,
  async run(context, input) {
    const { leaving, act } = await actOf(context, input);
    const json = await leaving.exportAccount(act);
    return { json, lines: JSON.stringify(json, null, 2).split('\n') };
  },
};

export const userErase: Command = {
  name: 'user erase',
  usage: `${usage} [--give-up-money]`,
  summary:
    'Deletes an account for good. With --give-up-money its remaining balance is forfeited, if the person agrees.',
  argumentCount: 1,
  options: { ...options, 'give-up-money': { type: 'boolean' } },
  async run(context, input) {
    const { leaving, act } = await actOf(context, input);
    await leaving.eraseAccount({ ...act, giveUpMoney: input.values['give-up-money'] === true });
    return {
      json: { userId: act.userId, erased: true },
      lines: [`Erased. The rows that stay are under ${act.userId}.`],
    };
  },
};

async function actOf(
  { services }: CommandContext,
  input: Input,
): Promise<{ leaving: LeavingService; act: Act }> {
  const reason = requiredOption(input, 'reason');
  const app = await services();
  const userId = await app.get(AccountsService).userIdOf(argument(input, 0));
  return { leaving: app.get(LeavingService), act: { userId, actor: actor(), reason } };
}
