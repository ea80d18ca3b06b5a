import { beforeEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { money } from '@sixpence/money/money';
import { clearCalls, json, lines, operator, runCommand, type StandIn } from '../../testing/run-command.js';

const email = 'anna@example.com';
const accounts = {
  userIdOf: jest.fn((of: string) =>
    of === email ? Promise.resolve('anna') : Promise.reject(new Refusal('account.unknown')),
  ),
  addUser: jest.fn((..._given: unknown[]) => Promise.resolve({ userId: 'anna', added: true })),
};
const credits = { wallets: jest.fn((_id: string) => Promise.resolve([money(500, 'GBP'), money(7, 'EUR')])) };
const leaving = {
  lockAccount: jest.fn((_act: object) => Promise.resolve(true)),
  unlockAccount: jest.fn((_act: object) => Promise.resolve(true)),
  exportAccount: jest.fn((_act: object) => Promise.resolve({ sessions: [1] })),
  eraseAccount: jest.fn((_act: object) => Promise.resolve()),
};
const standIns: StandIn[] = [
  [AccountsService, accounts],
  [CreditsService, credits],
  [LeavingService, leaving],
];
beforeEach(() => {
  clearCalls(standIns);
});
const act = { userId: 'anna', actor: operator, reason: 'a theft' };

test.each([
  ['lock', leaving.lockAccount, 'Locked.', 'They were locked before.', 'locked'],
  ['unlock', leaving.unlockAccount, 'Unlocked.', 'They were not locked.', 'unlocked'],
])('user %s says whether it changed anything', async (command, fake, done, before, field) => {
  const argv = ['user', command, email, '--reason', 'a theft'];
  expect(await lines(argv, standIns)).toEqual([done]);
  expect(fake.mock.calls).toEqual([[act]]);
  fake.mockResolvedValueOnce(false);
  expect(await lines(argv, standIns)).toEqual([before]);
  expect(await json(argv, standIns)).toEqual({ userId: 'anna', [field]: true });
});

test('an export is JSON, with and without --json', async () => {
  const argv = ['user', 'export', email, '--reason', 'a theft'];
  expect(await lines(argv, standIns)).toEqual(['{', '  "sessions": [', '    1', '  ]', '}']);
  expect(await json(argv, standIns)).toEqual({ sessions: [1] });
  expect(leaving.exportAccount.mock.calls).toEqual([[act], [act]]);
});

test('an erasure forfeits money only with --give-up-money', async () => {
  const argv = ['user', 'erase', email, '--reason', 'a theft'];
  expect(await lines(argv, standIns)).toEqual(['Erased. The rows that stay are under anna.']);
  expect(await json([...argv, '--give-up-money'], standIns)).toEqual({ userId: 'anna', erased: true });
  expect(leaving.eraseAccount.mock.calls).toEqual([
    [{ ...act, giveUpMoney: false }],
    [{ ...act, giveUpMoney: true }],
  ]);
});

test('a person is shown with all wallets', async () => {
  expect(await lines(['user', 'show', email], standIns)).toEqual([
    email,
    'id: anna',
    'can spend: £5.00, €0.07',
  ]);
  expect(await json(['user', 'show', email], standIns)).toMatchObject({ userId: 'anna', email });
});

test('`user add` takes a password as an option, and warns that every user of the machine can read it', async () => {
  const argv = ['user', 'add', email, '--password', 'Sixpence1'];
  expect(await runCommand(argv, standIns)).toEqual({
    status: 0,
    stdout: `${email} is added.\n`,
    stderr: expect.stringMatching(/^Type the password, or pipe it in: every user of this machine can read/),
    closed: 1,
  });
  expect(accounts.addUser.mock.calls).toEqual([[email, 'Sixpence1']]);
  accounts.addUser.mockResolvedValueOnce({ userId: 'anna', added: false });
  expect(await runCommand(argv, standIns)).toMatchObject({ stdout: `${email} was there.\n` });
  const { stdout } = await runCommand([...argv, '--json'], standIns);
  expect(JSON.parse(stdout)).toEqual({ userId: 'anna', email, added: true });
});

test.each([
  [2, ['user', 'add', 'anna', '--password', 'Sixpence1'], 'anna is not an e-mail address'],
  [2, ['user', 'lock', email], '--reason is missing'],
  [2, ['user', 'erase', email], '--reason is missing'],
  [2, ['user', 'show'], '<email> is missing'],
  [2, ['user', 'show', email, 'now'], 'user show takes no argument now'],
  [1, ['user', 'lock', 'ben@example.com', '--reason', 'x'], 'There is no account with this address.'],
])('exits with %i for %j and changes nothing', async (status, argv, sentence) => {
  const answer = await runCommand(argv, standIns);
  expect(answer).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(sentence) });
  for (const change of [accounts.addUser, ...Object.values(leaving)]) expect(change).not.toHaveBeenCalled();
});
