import { expect, test } from '@jest/globals';
import { UsedUpBudgets } from './used-up-budgets.js';

test('a budget stays used up until its time is over or a try is given back', () => {
  const usedUp = new UsedUpBudgets();
  usedUp.add('a', 60, 1_000);
  expect([usedUp.secondsLeft('a', 1_500), usedUp.secondsLeft('b', 1_500)]).toEqual([60, 0]);
  expect(usedUp.secondsLeft('a', 60_999)).toBe(1);
  expect(usedUp.secondsLeft('a', 61_000)).toBe(0);
  usedUp.add('a', 60, 70_000);
  usedUp.forget('a');
  expect(usedUp.secondsLeft('a', 70_001)).toBe(0);
});

test('a shared budget is read again before its time is over', () => {
  const usedUp = new UsedUpBudgets();
  usedUp.add('a', 60, 0, 10);
  expect(usedUp.secondsLeft('a', 9_999)).toBe(51);
  expect(usedUp.secondsLeft('a', 10_000)).toBe(0);
  usedUp.add('b', 5, 0, 10);
  expect(usedUp.secondsLeft('b', 5_000)).toBe(0);
});

test('the number of remembered budgets is limited, and expired ones are removed first', () => {
  const usedUp = new UsedUpBudgets();
  for (let each = 0; each < 50_000; each += 1) usedUp.add(String(each), 60, 0);
  usedUp.add('one too many', 60, 0);
  expect([usedUp.secondsLeft('49999', 1), usedUp.secondsLeft('one too many', 1)]).toEqual([60, 0]);
  usedUp.add('later', 60, 60_000);
  expect(usedUp.secondsLeft('later', 60_000)).toBe(60);
});
