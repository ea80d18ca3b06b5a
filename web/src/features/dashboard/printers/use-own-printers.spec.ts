import { expect, test } from '@jest/globals';
import type { OwnPrinter, PrinterNow } from '@sixpence/contracts/http/own-printers';
import { changesPrices, withPrinter } from './use-own-printers.js';

const hall: PrinterNow = {
  ...{ id: 'hall', name: 'Hall', site: 'Demo library', state: 'idle', reasons: [], online: true },
  ...{ color: true, duplex: true },
};
const prices = [{ minor: 60, currency: 'GBP' as const }];
const known = {
  documents: [],
  printers: [
    { ...hall, prices },
    { ...hall, id: 'library' },
  ] as OwnPrinter[],
};

test('news of a printer changes only that printer, and keeps its prices', () => {
  const stopped = { ...hall, state: 'stopped' as const, reasons: ['media-jam' as const] };
  expect(withPrinter(known, stopped).printers).toEqual([{ ...stopped, prices }, known.printers[1]]);
  expect(changesPrices(known, stopped)).toBe(false);
});

test.each([
  ['no longer prints colour', { ...hall, color: false }],
  ['no longer prints on two sides', { ...hall, duplex: false }],
  ['was not on the list', { ...hall, id: 'attic' }],
])('the prices are asked for again if a printer %s', (_, now) => {
  expect(changesPrices(known, now)).toBe(true);
});
