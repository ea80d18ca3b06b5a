import { expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { agentJobOf, priceOfLastPaid, type JobForAgent } from './job-row.js';

const job = (unitPrices: number[], capturedPages: number | null) => ({
  unitPrices,
  capturedPages,
  currency: 'GBP' as const,
});

test.each([
  ['the last page', [5, 20, 5], 3, 1, 5],
  ['the last two', [5, 20, 5], 3, 2, 25],
  ['the last printed page', [5, 20, 5], 2, 1, 20],
  ['a paid page and the free page after it', [5, 5, 0], 3, 2, 5],
  ['a paid page and the two free pages after it', [5, 0, 0], 3, 3, 5],
])('%s is priced as it was paid', (_, unitPrices, captured, count, price) => {
  expect(priceOfLastPaid(job(unitPrices, captured), count)).toEqual(money(price, 'GBP'));
});

test.each([
  ['more pages than were paid for', [5, 5], 1, 2, 'This job has only 1 paid pages.'],
  ['a job that is not settled', [5], null, 1, 'This job has only 0 paid pages.'],
  ['free pages', [0, 0], 2, 2, 'These pages were free: there is nothing to give back.'],
  ['a free last page', [5, 0], 2, 1, 'These pages were free: there is nothing to give back.'],
])('nothing is given back for %s', (_, unitPrices, captured, count, sentence) => {
  expect(() => priceOfLastPaid(job(unitPrices, captured), count)).toThrow(sentence);
});

test.each(['impressions', 'sheets', 'none'] as const)(
  'the job for an agent has the row’s way of counting (%s), its age, its copy, and its number of pages',
  (counting) => {
    const now = new Date(0);
    const row: JobForAgent = {
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
    expect(agentJobOf(row, new Uint8Array(32)).counting).toBe(counting);
    const later = { ...row, now: new Date(1_500), copyNumber: 2, copies: 2 };
    expect(agentJobOf(later, new Uint8Array(32))).toMatchObject({
      ...{ ageSeconds: 1.5, copy: { number: 2, of: 2 }, pages: 1 },
    });
  },
);
