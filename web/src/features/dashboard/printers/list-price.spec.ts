import { expect, test } from '@jest/globals';
import type { OwnPrinter } from '@sixpence/contracts/http/own-printers';
import { money } from '@sixpence/money/money';
import { documentPrice, listPrice } from './list-price.js';

const pence = (minor: number) => money(minor, 'GBP');
const essay = { orderId: 'essay', revision: 1, side: '1-Sided' as const, isColor: true };
const thesis = { ...essay, orderId: 'thesis' };
const printer = (...prices: number[]): OwnPrinter => ({
  id: 'p',
  name: 'Hall',
  site: 'Demo library',
  state: 'idle',
  reasons: [],
  online: true,
  color: true,
  duplex: true,
  prices: prices.map(pence),
});
const ready = <Of extends object>(document: Of) => ({ ...document, status: 'ready' as const });
const answer = { documents: [essay, thesis], printers: [printer(60, 20), printer(15, 20)] };
const [hall, library] = answer.printers as [OwnPrinter, OwnPrinter];
const list = [ready(thesis), ready(essay)];

test('the price of the list is the sum of its documents, at each printer', () => {
  expect([listPrice(answer, hall, list), listPrice(answer, library, list)]).toEqual([pence(80), pence(35)]);
});

test('a document that is being prepared adds nothing to the price', () => {
  const coming = { ...thesis, orderId: 'new', status: 'processing' as const };
  expect(listPrice(answer, hall, [coming, ready(essay)])).toEqual(pence(60));
  expect(documentPrice(answer, coming)).toBeUndefined();
});

test.each([
  ['with other pages than its price', { ...essay, revision: 2 }],
  ['with other sides than its price', { ...essay, side: '2-Sided' as const }],
  ['in black and white with a price for colour', { ...essay, isColor: false }],
  ['that came after the prices', { ...essay, orderId: 'new' }],
])('a document %s has no price, nor has its list', (_, document) => {
  expect(listPrice(answer, hall, [ready(thesis), ready(document)])).toBeUndefined();
  expect(documentPrice(answer, ready(document))).toBeUndefined();
});

test('an empty list has no price, nor has a site without prices', () => {
  const unpriced = { ...printer(), id: 'unpriced' };
  delete unpriced.prices;
  expect(listPrice(answer, hall, [])).toBeUndefined();
  expect(listPrice(answer, unpriced, list)).toBeUndefined();
  expect(documentPrice({ ...answer, printers: [hall, unpriced] }, ready(thesis))).toBeUndefined();
});

test('a document has a price of its own if it is the same at all printers', () => {
  expect(documentPrice(answer, ready(thesis))).toEqual(pence(20));
  expect(documentPrice(answer, ready(essay))).toBeUndefined();
  expect(documentPrice({ documents: [], printers: [] }, ready(essay))).toBeUndefined();
  const inEuros = { ...hall, prices: [money(60, 'EUR'), money(20, 'EUR')] };
  expect(documentPrice({ ...answer, printers: [hall, inEuros] }, ready(thesis))).toBeUndefined();
  expect(listPrice({ ...answer, printers: [inEuros] }, inEuros, list)).toEqual(money(80, 'EUR'));
});
