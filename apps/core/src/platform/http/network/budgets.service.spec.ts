import { afterEach, expect, jest, test } from '@jest/globals';
import { networkOf } from '@sixpence/config/networks';
import type { Call } from '@sixpence/contracts/http/call';
import type { DataSource } from 'typeorm';
import { BudgetsService } from './budgets.service.js';

afterEach(() => {
  jest.useRealTimers();
});

const refused = (seconds: number) => ({ code: 'request.too-many', retryAfterSeconds: seconds });

test('a budget allows its points within its time, and each key has a budget of its own', async () => {
  jest.useFakeTimers();
  const budgets = new BudgetsService({} as DataSource);
  const budget = { name: 'sign-in', points: 2, seconds: 60 };
  expect([await budgets.takeTry(budget, 'hall'), await budgets.takeTry(budget, 'hall')]).toEqual([
    { used: 1, secondsLeft: 60 },
    { used: 2, secondsLeft: 60 },
  ]);
  jest.advanceTimersByTime(20_500);
  // The first refusal comes from the count, the second one from the memory of used-up budgets.
  for (let round = 0; round < 2; round += 1)
    await expect(budgets.takeTry(budget, 'hall')).rejects.toMatchObject(refused(40));
  expect(await budgets.takeTry(budget, 'library')).toMatchObject({ used: 1 });
  expect(await budgets.takeTry({ ...budget, name: 'codes' }, 'hall')).toMatchObject({ used: 1 });
  jest.advanceTimersByTime(39_400);
  await expect(budgets.takeTry(budget, 'hall')).rejects.toMatchObject(refused(1));
  await budgets.giveBackTry(budget, 'hall');
  expect(await budgets.takeTry(budget, 'hall')).toEqual({ used: 2, secondsLeft: 1 });
  jest.advanceTimersByTime(600);
  expect(await budgets.takeTry(budget, 'hall')).toMatchObject({ used: 1, secondsLeft: 60 });
});

test('`countTry` never refuses, and a try that `takeTry` refuses is not counted', async () => {
  const budgets = new BudgetsService({} as DataSource);
  const budget = { name: 'wrong codes', points: 1, seconds: 60 };
  for (const used of [1, 2, 3]) expect(await budgets.countTry(budget, 'all')).toMatchObject({ used });
  await expect(budgets.takeTry(budget, 'all')).rejects.toMatchObject({ code: 'request.too-many' });
  for (let round = 0; round < 3; round += 1) await budgets.giveBackTry(budget, 'all');
  expect(await budgets.takeTry(budget, 'all')).toMatchObject({ used: 1 });
});

test('each person has a budget for each call, separate from the budget of the network', async () => {
  const budgets = new BudgetsService({} as DataSource);
  const row = { summary: 'Nothing', proof: 'session' } as const;
  const budget = { person: { points: 1, seconds: 60 } };
  const calls: Call[] = [
    { ...row, method: 'GET', path: '/choices', budget },
    { ...row, method: 'POST', path: '/choices', budget },
  ];
  for (const person of ['anna', 'ben']) for (const call of calls) await budgets.takeFromPerson(call, person);
  for (const call of calls) {
    await expect(budgets.takeFromPerson(call, 'anna')).rejects.toMatchObject({ code: 'request.too-many' });
    await budgets.takeFromNetwork(call, '203.0.113.7');
    await budgets.takeFromNetwork(call, '203.0.113.7');
  }
  const open: Call = {
    ...row,
    method: 'GET',
    path: '/open',
    budget: { network: { points: 1, seconds: 60 } },
  };
  for (let round = 0; round < 3; round += 1) await budgets.takeFromPerson(open, 'anna');
});

test('an outage of the database is thrown unchanged, not as a refusal', async () => {
  const outage = Object.assign(new Error('the database is down'), { code: 'ECONNREFUSED' });
  const database = { driver: { master: { query: () => Promise.reject(outage) } } };
  const budgets = new BudgetsService(database as unknown as DataSource);
  const taking = budgets.takeTry({ name: 'sign-in', points: 2, seconds: 60, shared: true }, 'hall');
  await expect(taking).rejects.toBe(outage);
});

test('tries that are given back during a refusal are available at once', async () => {
  const budgets = new BudgetsService({} as DataSource);
  const budget = { name: 'sign-in', points: 2, seconds: 900 };
  await Promise.all([budgets.takeTry(budget, 'hall'), budgets.takeTry(budget, 'hall')]);
  const refused = budgets.takeTry(budget, 'hall');
  const givenBack = [budgets.giveBackTry(budget, 'hall'), budgets.giveBackTry(budget, 'hall')];
  await expect(refused).rejects.toMatchObject({ code: 'request.too-many' });
  await Promise.all(givenBack);
  expect(await budgets.takeTry(budget, 'hall')).toMatchObject({ used: 1 });
});

test('all networks of one internet customer together have five times the budget of one network', async () => {
  const budgets = new BudgetsService({} as DataSource);
  const call: Call = {
    ...{ method: 'GET', path: '/somewhere', summary: 'Nothing', proof: 'none' },
    budget: { network: { points: 2, seconds: 60 } },
  };
  const take = (network: string) => budgets.takeFromNetwork(call, networkOf(network));
  for (let network = 1; network <= 5; network += 1) {
    await take(`2001:db8:1:${network}::1`);
    await take(`2001:db8:1:${network}::2`);
    await expect(take(`2001:db8:1:${network}::3`)).rejects.toMatchObject({ code: 'request.too-many' });
  }
  await expect(take('2001:db8:1:6::1')).rejects.toMatchObject({ code: 'request.too-many' });
  await take('2001:db8:2:1::1');
});
