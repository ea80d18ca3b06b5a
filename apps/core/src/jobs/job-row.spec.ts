import { expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { agentJobOf, priceOfLastPaid, type ToldJob } from './job-row.js';

const job = (unitPrices: number[], capturedPages: number | null) => ({
  unitPrices,
  capturedPages,
  currency: 'GBP' as const,
});

test.each([
  ['the last page', [5, 20, 5], 3, 1, 5],
  ['the last two', [5, 20, 5], 3, 2, 25],
  ['the last that came out', [5, 20, 5], 2, 1, 20],
  ['a page before a free one', [5, 5, 0], 3, 2, 5],
  ['all of them, with free ones behind', [5, 0, 0], 3, 3, 5],
])('%s is priced as it was paid', (_, unitPrices, captured, count, price) => {
  expect(priceOfLastPaid(job(unitPrices, captured), count)).toEqual(money(price, 'GBP'));
});

test.each([
  ['more pages than were paid for', [5, 5], 1, 2, 'Of this job 1 pages were paid for.'],
  ['a job that is not settled', [5], null, 1, 'Of this job 0 pages were paid for.'],
  ['free pages', [0, 0], 2, 2, 'These pages were free: there is nothing to give back.'],
  ['a free page behind others', [5, 0], 2, 1, 'These pages were free: there is nothing to give back.'],
])('nothing is given back for %s', (_, unitPrices, captured, count, sentence) => {
  expect(() => priceOfLastPaid(job(unitPrices, captured), count)).toThrow(sentence);
});

test.each(['impressions', 'sheets', 'none'] as const)(
  'an agent is told the way of counting of its job: %s',
  (counting) => {
    const now = new Date(0);
    const told: ToldJob = {
      ...{
        id: 'job',
        releaseId: 'release',
        printerId: 'printer',
        fileName: 'a.pdf',
        copyNumber: 1,
        copies: 1,
      },
      ...{ side: '2-Sided', isColor: false, counting, currency: 'GBP', unitPrices: [5], heldMinor: 5 },
      ...{ state: 'held', impressions: 0, createdAt: now, now },
    };
    expect(agentJobOf(told, new Uint8Array(32)).counting).toBe(counting);
    const later = { ...told, now: new Date(1_500), copyNumber: 2, copies: 2 };
    expect(agentJobOf(later, new Uint8Array(32))).toMatchObject({
      ...{ ageSeconds: 1.5, copy: { number: 2, of: 2 }, pages: 1 },
    });
  },
);
