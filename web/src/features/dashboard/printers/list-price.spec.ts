import { expect, test } from '@jest/globals';
import type { OwnPrinter } from '@sixpence/contracts/http/own-printers';
import { money } from '@sixpence/money/money';
import { documentPrice, listPrice } from './list-price.js';

const pence = (minor: number) => money(minor, 'GBP');
const essay = { orderId: 'essay', revision: 1, side: '1-Sided' as const, isColor: true };
const thesis = { ...essay, orderId: 'thesis' };
const printer = (...prices: number[]): OwnPrinter => ({
  ...{ id: 'p', name: 'Hall', site: 'Demo library', state: 'idle', reasons: [], online: true },
  ...{ color: true, duplex: true, prices: prices.map(pence) },
});
const ready = <Of extends object>(document: Of) => ({ ...document, status: 'ready' as const });
const answer = { documents: [essay, thesis], printers: [printer(60, 20), printer(15, 20)] };
const [hall, library] = answer.printers as [OwnPrinter, OwnPrinter];
const list = [ready(thesis), ready(essay)];

test('the list costs what its documents cost together, at each printer', () => {
  expect([listPrice(answer, hall, list), listPrice(answer, library, list)]).toEqual([pence(80), pence(35)]);
});

test('a document that cannot be printed yet costs nothing', () => {
  const coming = { ...thesis, orderId: 'new', status: 'processing' as const };
  expect(listPrice(answer, hall, [coming, ready(essay)])).toEqual(pence(60));
  expect(documentPrice(answer, coming)).toBeUndefined();
});

test.each([
  ['of other pages', { ...essay, revision: 2 }],
  ['of other sides', { ...essay, side: '2-Sided' as const }],
  ['in black and white', { ...essay, isColor: false }],
  ['that is new', { ...essay, orderId: 'new' }],
])('nothing is said of a document %s than the price is for', (_, document) => {
  expect(listPrice(answer, hall, [ready(thesis), ready(document)])).toBeUndefined();
  expect(documentPrice(answer, ready(document))).toBeUndefined();
});

test('nothing is said of an empty list, nor where a site has no prices', () => {
  const unpriced = { ...printer(), id: 'unpriced' };
  delete unpriced.prices;
  expect(listPrice(answer, hall, [])).toBeUndefined();
  expect(listPrice(answer, unpriced, list)).toBeUndefined();
  expect(documentPrice({ ...answer, printers: [hall, unpriced] }, ready(thesis))).toBeUndefined();
});

test('a document has a price of its own where all printers agree', () => {
  expect(documentPrice(answer, ready(thesis))).toEqual(pence(20));
  expect(documentPrice(answer, ready(essay))).toBeUndefined();
  expect(documentPrice({ documents: [], printers: [] }, ready(essay))).toBeUndefined();
});
