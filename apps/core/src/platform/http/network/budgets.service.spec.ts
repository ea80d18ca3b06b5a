import { expect, test } from '@jest/globals';
import { networkOf } from '@sixpence/config/networks';
import type { Call } from '@sixpence/contracts/http/call';
import type { DataSource } from 'typeorm';
import { BudgetsService } from './budgets.service.js';

test('a point given back during a refusal is available to the next try', async () => {
  const budgets = new BudgetsService({} as DataSource);
  const budget = { name: 'sign-in', points: 2, seconds: 900 };
  await Promise.all([budgets.take(budget, 'hall'), budgets.take(budget, 'hall')]);
  const refused = budgets.take(budget, 'hall');
  const givenBack = [budgets.giveOneBack(budget, 'hall'), budgets.giveOneBack(budget, 'hall')];
  await expect(refused).rejects.toMatchObject({ code: 'request.too-many' });
  await Promise.all(givenBack);
  expect(await budgets.take(budget, 'hall')).toMatchObject({ used: 1 });
});

test('networks of one customer together have five times the budget of one', async () => {
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
