import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { PrinterReturns } from './printer-returns.js';

const minute = 60_000;
let calls: AnsweredCalls;
let opened: OpenedPart;

beforeEach(() => {
  sessionStorage.clear();
  calls = answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
  opened = openSignedIn(<PrinterReturns disabled={false} />);
});
afterEach(() => {
  cleanup();
  opened.restore();
});

const returnOf = (printer: string, agoMs: number): LiveNews => ({
  type: 'printer-back',
  printerId: crypto.randomUUID(),
  printer,
  site: 'Demo library',
  at: new Date(Date.now() - agoMs).toISOString(),
});
const shownPrinters = () =>
  [...opened.container.querySelectorAll('p')].map(({ textContent }) =>
    textContent.replace(/ at Demo .*$/, ''),
  );

test('printers that came back within a quarter of an hour are announced until the message is closed', async () => {
  opened.sendNews(returnOf('Hall', 10 * minute), returnOf('Library', minute), returnOf('Attic', 15 * minute));
  expect(shownPrinters()).toEqual(['Hall', 'Library']);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect([shownPrinters(), calls.sent]).toEqual([[], [['/validate-session', undefined]]]);
  // Also on the next visit of the dashboard in this tab.
  opened.show(null);
  opened.show(<PrinterReturns disabled={false} />);
  expect(shownPrinters()).toEqual([]);
  opened.sendNews(returnOf('Cellar', 0));
  expect(shownPrinters()).toEqual(['Cellar']);
  await opened.settle();
});

test('a return that is just under a quarter of an hour old is announced', () => {
  opened.sendNews(returnOf('Hall', 15 * minute - 5_000));
  expect(shownPrinters()).toEqual(['Hall']);
});
