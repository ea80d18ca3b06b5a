import { afterEach, expect, jest, test } from '@jest/globals';
import type { OwnPrinter, PrinterNow } from '@sixpence/contracts/http/own-printers';
import { act, cleanup } from '@testing-library/react';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { changesPrices, useOwnPrinters, withPrinter } from './use-own-printers.js';

const hall: PrinterNow = {
  id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70',
  name: 'Hall',
  site: 'Demo library',
  state: 'idle',
  reasons: [],
  online: true,
  color: true,
  duplex: true,
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
])('the prices are fetched again if a printer %s', (_, now) => {
  expect(changesPrices(known, now)).toBe(true);
});

let opened: OpenedPart | undefined;
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  opened?.restore();
});

function Names() {
  return useOwnPrinters().printers.map(({ id, name }) => <p key={id}>{name}</p>);
}

/** Shows the names of the printers. `asked` counts the calls for them. */
function openNames() {
  jest.useFakeTimers();
  const calls = answerCalls({ '/own-printers': { status: 200, body: known } });
  opened = openSignedIn(<Names />);
  return {
    asked: () => calls.sent.length,
    names: () => [...opened!.container.querySelectorAll('p')].map(({ textContent }) => textContent),
    tell: (printer: PrinterNow) => opened?.sendNews({ type: 'printer', printer }),
    pass: (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms)),
  };
}

test('the printers are fetched every minute', async () => {
  const { asked, names, pass } = openNames();
  expect(names()).toEqual([]);
  await pass(59_990);
  expect([names(), asked()]).toEqual([['Hall', 'Hall'], 1]);
  await pass(20);
  expect(asked()).toBe(2);
});

test('news of a printer shows at once, and the prices are fetched only if they may differ', async () => {
  const { asked, names, tell, pass } = openNames();
  await pass(1);
  tell({ ...hall, name: 'Old hall' });
  await pass(1);
  expect([names(), asked()]).toEqual([['Old hall', 'Hall'], 1]);
  tell({ ...hall, color: false });
  await pass(1);
  expect(asked()).toBe(2);
});

test('news during a call starts another call, because the answer may be older than the news', async () => {
  const { tell, pass } = openNames();
  let begun = 0;
  globalThis.fetch = () => {
    begun += 1;
    return new Promise(() => undefined);
  };
  await pass(60_000);
  expect(begun).toBe(1);
  tell(hall);
  await pass(1);
  expect(begun).toBe(2);
});
