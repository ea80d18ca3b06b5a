import { expect, test } from '@jest/globals';
import { mostJobsOfPress, type PanelDocument } from '@sixpence/contracts/agent/gateway';
import { choiceOf, everything, toggledTick, withCopies } from './choice.js';

const pence = (minor: number) => ({ minor, currency: 'GBP' as const });
const priced = (documentId: string, minor: number) => ({ documentId, price: pence(minor) }) as PanelDocument;
const three = [priced('a', 60), priced('b', 20), priced('c', 15)];
const once = (...ids: string[]) => new Map(ids.map((id) => [id, 1]));

test('the total is that of the ticked documents, in the order of the list', () => {
  expect(choiceOf(three, once('c', 'a'), pence(1000))).toEqual({
    documentIds: ['a', 'c'],
    copies: {},
    total: pence(75),
    shortfall: pence(0),
    isFull: false,
  });
});

test('each copy costs the price of the document', () => {
  const ticked = withCopies(once('a', 'b'), 'b', 5);
  expect(choiceOf(three, ticked, pence(159))).toMatchObject({
    documentIds: ['a', 'b'],
    copies: { b: 5 },
    total: pence(160),
    shortfall: pence(1),
  });
});

test('one release is full at the maximum number of copies of all documents together', () => {
  const nearly = withCopies(once('a'), 'b', mostJobsOfPress - 2);
  expect(choiceOf(three, nearly, pence(0)).isFull).toBe(false);
  expect(choiceOf(three, withCopies(nearly, 'a', 2), pence(0)).isFull).toBe(true);
});

test('everything is one copy of each document', () => {
  expect(choiceOf(three, everything(three), pence(95))).toMatchObject({
    documentIds: ['a', 'b', 'c'],
    copies: {},
    total: pence(95),
    shortfall: pence(0),
  });
});

test.each([
  [75, 0],
  [74, 1],
  [0, 75],
])('with %ip for a total of 75p, the shortfall is %ip', (available, missing) => {
  expect(choiceOf(three, once('a', 'c'), pence(available)).shortfall).toEqual(pence(missing));
});

test('a ticked document that is no longer listed is not printed and not paid', () => {
  expect(choiceOf(three, withCopies(once('a', 'gone'), 'gone', 3), pence(1000))).toMatchObject({
    documentIds: ['a'],
    copies: {},
    total: pence(60),
  });
});

test('touching a row ticks it, touching it again unticks it', () => {
  const ticked = toggledTick(new Map(), 'a');
  expect([...ticked]).toEqual([['a', 1]]);
  expect([...toggledTick(ticked, 'a')]).toEqual([]);
});
