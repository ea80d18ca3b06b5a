import { expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { BudgetsService } from './budgets.service.js';

test('what was given back while a try was being refused is there for the next one', async () => {
  const budgets = new BudgetsService({} as DataSource);
  const budget = { name: 'sign-in', points: 2, seconds: 900 };
  await Promise.all([budgets.take(budget, 'hall'), budgets.take(budget, 'hall')]);
  const refused = budgets.take(budget, 'hall');
  const givenBack = [budgets.giveOneBack(budget, 'hall'), budgets.giveOneBack(budget, 'hall')];
  await expect(refused).rejects.toMatchObject({ code: 'request.too-many' });
  await Promise.all(givenBack);
  expect(await budgets.take(budget, 'hall')).toMatchObject({ used: 1 });
});
