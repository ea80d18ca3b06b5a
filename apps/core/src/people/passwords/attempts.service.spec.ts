import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { BudgetsService, NamedBudget } from '../../platform/http/network/budgets.service.js';
import { AttemptsService } from './attempts.service.js';

const quarter = 15 * 60;
const anna = createHash('sha256').update('anna').digest('base64url');
const attempt = { account: 'anna', network: '2001:db8:7:1::/64', deviceId: undefined };

/** Attempts whose budgets answer these counts, and the calls of the budgets. */
function attemptsWith(used: Record<string, number> = {}) {
  const asked: unknown[] = [];
  const note = (verb: string) => (budget: NamedBudget, key: string) => {
    asked.push([verb, budget.name, budget.points, budget.seconds, budget.shared, key]);
    return Promise.resolve({ used: used[budget.name] ?? 1, secondsLeft: budget.points });
  };
  const budgets = { takeTry: note('take'), countTry: note('count'), giveBackTry: note('back') };
  return { attempts: new AttemptsService(budgets as unknown as BudgetsService), asked };
}

const rowsOf = (verbs: readonly [string, string]) => [
  [verbs[0], 'sign-in network', 50, quarter, true, '2001:db8:7::/48'],
  [verbs[0], 'sign-in', 10, quarter, true, `2001:db8:7:1::/64 ${anna}`],
  [verbs[1], 'sign-in customer', 3, quarter, true, `2001:db8:7::/48 ${anna}`],
  [verbs[1], 'sign-in account', 50, quarter, true, anna],
];

test('a stranger’s try counts for the network and for the account, and is given back if the password is right', async () => {
  const { attempts, asked } = attemptsWith();
  await attempts.beginAttempt(attempt);
  expect(asked.splice(0)).toEqual(rowsOf(['take', 'count']));
  await attempts.giveBackTry(attempt);
  expect(asked).toEqual(rowsOf(['back', 'back']));
});

test('a try from a known device counts only for the device', async () => {
  const { attempts, asked } = attemptsWith({ 'sign-in account': 99, 'sign-in customer': 99 });
  await attempts.beginAttempt({ ...attempt, deviceId: 'phone' });
  await attempts.giveBackTry({ ...attempt, deviceId: 'phone' });
  expect(asked).toEqual([
    ['take', 'sign-in device', 10, quarter, true, 'phone'],
    ['back', 'sign-in device', 10, quarter, true, 'phone'],
  ]);
});

test('a try at an address without an account is given back to the wider network only', async () => {
  const { attempts, asked } = attemptsWith();
  await attempts.giveBackNetworkTry(attempt);
  expect(asked).toEqual(rowsOf(['back', 'back']).slice(0, 1));
});

test.each([
  [50, 4, false],
  [51, 3, false],
  [51, 4, true],
])(
  'after %d wrong passwords from all networks and %d from the wider network a try is refused: %s',
  async (all, own, isRefused) => {
    const { attempts } = attemptsWith({ 'sign-in account': all, 'sign-in customer': own });
    const begun = attempts.beginAttempt(attempt);
    if (isRefused)
      await expect(begun).rejects.toMatchObject({ code: 'request.too-many', retryAfterSeconds: 3 });
    else await expect(begun).resolves.toBeUndefined();
  },
);
