import { expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { TransactionsService } from './transactions.service.js';

const transactions = new TransactionsService({} as DataSource);
const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });

test.each([
  ['contention', 3, deadlock],
  ['any other error', 1, new Error('no such column')],
])('work that fails with %s runs at most %i times', async (_, times, error) => {
  const work = jest.fn(() => Promise.reject(error));
  await expect(transactions.retryOnContention(work)).rejects.toBe(error);
  expect(work).toHaveBeenCalledTimes(times);
});
