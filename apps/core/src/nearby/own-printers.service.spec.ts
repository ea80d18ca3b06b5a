import { expect, jest, test } from '@jest/globals';
import { OwnPrintersService } from './own-printers.service.js';

const hall = {
  ...{ id: 'hall', name: 'Hall', siteId: 's', site: 'Library', currency: 'GBP', reasons: [], online: true },
  ...{ state: 'idle', accepting: true, color: null, duplex: true, isBack: false },
};

/** The state of the hall's printer, with these facts of its last report. */
function aPrinter(changes: Partial<Record<keyof typeof hall, unknown>> = {}) {
  const returnsOf = jest.fn(() => Promise.resolve(['a return']));
  const known = { one: () => Promise.resolve({ ...hall, ...changes }) };
  const unused = {} as never;
  const printers = new OwnPrintersService(known as never, { returnsOf } as never, unused, unused);
  return { now: () => printers.now('hall', ['anna']), returnsOf };
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

test('people who gave up at a printer are looked for only when it has become usable again', async () => {
  const working = aPrinter();
  expect((await working.now())?.returns).toEqual([]);
  expect(working.returnsOf).not.toHaveBeenCalled();
  const back = aPrinter({ isBack: true });
  expect((await back.now())?.returns).toEqual(['a return']);
  expect(back.returnsOf.mock.calls).toEqual([[['anna'], 'hall']]);
});
