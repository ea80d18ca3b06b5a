import { expect, jest, test } from '@jest/globals';
import { NearbyPrintersService } from './nearby-printers.service.js';

const hall = {
  ...{ id: 'hall', name: 'Hall', siteId: 's', site: 'Library', currency: 'GBP', reasons: [], online: true },
  ...{ state: 'idle', accepting: true, color: null, duplex: true, isBack: false },
};

/** The state of the hall's printer, with these facts of its last report. */
function aPrinter(changes: Partial<Record<keyof typeof hall, unknown>> = {}) {
  const usableAgainFor = jest.fn(() => Promise.resolve(['a return']));
  const query = { printerWithId: () => Promise.resolve({ ...hall, ...changes }) };
  const unused = {} as never;
  const printers = new NearbyPrintersService(query as never, { usableAgainFor } as never, unused, unused);
  return { now: () => printers.currentState('hall', ['anna']), usableAgainFor };
}

test.each([
  ['idle', true, 'idle'],
  ['processing', true, 'processing'],
  ['stopped', true, 'stopped'],
  ['unreachable', true, 'unreachable'],
  ['idle', false, 'stopped'],
  ['processing', false, 'stopped'],
  ['unreachable', false, 'unreachable'],
  [null, true, 'unreachable'],
  [null, false, 'unreachable'],
])('a printer that reported %j and accepts jobs: %j is shown as %s', async (state, accepting, shown) => {
  expect((await aPrinter({ state, accepting }).now())?.printer.state).toBe(shown);
});

test('people who gave up at a printer are searched for only when the printer has just become usable again', async () => {
  const working = aPrinter();
  expect((await working.now())?.usableAgain).toEqual([]);
  expect(working.usableAgainFor).not.toHaveBeenCalled();
  const back = aPrinter({ isBack: true });
  expect((await back.now())?.usableAgain).toEqual(['a return']);
  expect(back.usableAgainFor.mock.calls).toEqual([[['anna'], 'hall']]);
});
