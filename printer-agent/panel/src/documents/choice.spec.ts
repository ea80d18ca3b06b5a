import { expect, test } from '@jest/globals';
import type { PanelDocument } from '@sixpence/contracts/agent/gateway';
import { choiceOf, toggledTick } from './choice.js';

const pence = (minor: number) => ({ minor, currency: 'GBP' as const });
const priced = (documentId: string, minor: number) => ({ documentId, price: pence(minor) }) as PanelDocument;
const three = [priced('a', 60), priced('b', 20), priced('c', 15)];

test('the total is that of the ticked documents, in the order of the list', () => {
  expect(choiceOf(three, new Set(['c', 'a']), pence(1000))).toEqual({
    documentIds: ['a', 'c'],
    total: pence(75),
    shortfall: pence(0),
  });
});

test.each([
  [75, 0],
  [74, 1],
  [0, 75],
])('with %ip for 75p, %ip is missing', (available, missing) => {
  expect(choiceOf(three, new Set(['a', 'c']), pence(available)).shortfall).toEqual(pence(missing));
});

test('a ticked document that has left the list is neither printed nor paid', () => {
  expect(choiceOf(three, new Set(['a', 'gone']), pence(1000))).toMatchObject({
    documentIds: ['a'],
    total: pence(60),
  });
});

test('touching a row ticks it, touching it again does not', () => {
  const once = toggledTick(new Set(), 'a');
  expect([...once]).toEqual(['a']);
  expect([...toggledTick(once, 'a')]).toEqual([]);
});
