import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { LeavingService, type Act } from '@sixpence/core/leaving/leaving.service';
import { actor } from '../../actor.js';
import { requiredOption, word, type Command, type Input, type Surroundings } from '../../command.js';

const options = { reason: { type: 'string' } } as const;
const usage = '<email> --reason <text>';

export const userLock: Command = {
  name: 'user lock',
  usage,
  does: 'Locks a person out: ends sessions, print code, and panel sessions, and refuses every sign-in.',
  takes: 1,
  options,
  async run(surroundings, input) {
    const { leaving, act } = await asked(surroundings, input);
    const locked = await leaving.lock(act);
    return { json: { userId: act.userId, locked }, lines: [locked ? 'Locked.' : 'They were locked before.'] };
  },
};

export const userUnlock: Command = {
  name: 'user unlock',
  usage,
  does: 'Unlocks a person who was locked out; they have to sign in again.',
  takes: 1,
  options,
  async run(surroundings, input) {
    const { leaving, act } = await asked(surroundings, input);
    const unlocked = await leaving.unlock(act);
    return {
      json: { userId: act.userId, unlocked },
      lines: [unlocked ? 'Unlocked.' : 'They were not locked.'],
    };
  },
};

export const userExport: Command = {
  name: 'user export',
  usage,
  does: 'Prints all stored data of a person, as JSON.',
  takes: 1,
  options,
  async run(surroundings, input) {
    const { leaving, act } = await asked(surroundings, input);
    const json = await leaving.export(act);
    return { json, lines: JSON.stringify(json, null, 2).split('\n') };
  },
};

export const userErase: Command = {
  name: 'user erase',
  usage: `${usage} [--give-up-money]`,
  does: 'Deletes an account for good. With --give-up-money its remaining balance is forfeited, if the person agrees.',
  takes: 1,
  options: { ...options, 'give-up-money': { type: 'boolean' } },
  async run(surroundings, input) {
    const { leaving, act } = await asked(surroundings, input);
    await leaving.erase({ ...act, giveUpMoney: input.values['give-up-money'] === true });
    return {
      json: { userId: act.userId, erased: true },
      lines: [`Erased. The rows that stay are under ${act.userId}.`],
    };
  },
};

async function asked(
  { services }: Surroundings,
  input: Input,
): Promise<{ leaving: LeavingService; act: Act }> {
  const reason = requiredOption(input, 'reason');
  const app = await services();
  const userId = await app.get(AccountsService).userIdOf(word(input, 0));
  return { leaving: app.get(LeavingService), act: { userId, actor: actor(), reason } };
}
