import { describe, expect, jest, test } from '@jest/globals';
import type { DocumentsService } from '../documents/documents.service.js';
import type { JobViews } from '../jobs/views/job-views.query.js';
import type { CreditsService } from '../money/ledger/credits.service.js';
import type { NearbyPrintersService } from '../nearby/nearby-printers.service.js';
import type { PrintersService } from '../sites/printers.service.js';
import { LiveNewsService } from './live-news.service.js';

const ownerId = 'anna';
const at = new Date('2026-01-02T03:04:05.678Z');
const backAt = (printerId: string) => ({ printerId, printer: `printer ${printerId}`, site: 'A site' });
const back = (owner: string, printerId: string) => ({ ownerId: owner, ...backAt(printerId), at });
const balance = { type: 'balance', available: { minor: 100, currency: 'GBP' } };
const jobOf = (id: string) => ({ id, orderId: 'essay', state: 'printing', impressions: 3 });
const backNewsOf = (printerId: string) => ({
  ...{ type: 'printer-back', ...backAt(printerId), at: at.toISOString() },
});

/** The service, for a person with two jobs, one balance, and one printer that is back. */
function news(job: object | undefined = jobOf('one'), document: object | undefined = { orderId: 'essay' }) {
  return new LiveNewsService(
    {
      recent: () => Promise.resolve([jobOf('one'), jobOf('two')]),
      ofRelease: () => Promise.resolve([jobOf('two'), jobOf('one')]),
      one: jest.fn(() => Promise.resolve(job)),
    } as unknown as JobViews,
    {
      wallets: () => Promise.resolve([balance.available]),
      available: (_owner: string, currency: string) => Promise.resolve({ minor: 7, currency }),
    } as unknown as CreditsService,
    { documentRow: () => Promise.resolve(document) } as unknown as DocumentsService,
    { nameOf: (printerId: string) => Promise.resolve(`printer ${printerId}`) } as unknown as PrintersService,
    { usableAgainFor: () => Promise.resolve([back(ownerId, 'hall')]) } as unknown as NearbyPrintersService,
  );
}

const present = [
  { type: 'job', job: jobOf('one') },
  { type: 'job', job: jobOf('two') },
  balance,
  backNewsOf('hall'),
];

test('the first news has all jobs, balances, and printers that are back; after a gap it begins with "missed"', async () => {
  expect(await news().present(ownerId)).toEqual(present);
  expect(await news().presentAfterGap(ownerId)).toEqual([{ type: 'missed' }, ...present]);
});

describe('the count of a job', () => {
  test.each([
    ['printing', 3, 5, 5],
    ['stalled', 3, 2, 3],
    ['held', 0, undefined, 0],
    ['partial', 3, 5, 3],
    ['completed', 3, 5, 3],
  ])(
    'that is %s, with %d pages stored and %j in the news, is shown as %d',
    async (state, impressions, reported, shown) => {
      const job = { ...jobOf('one'), state, impressions };
      const body = { ownerId, jobId: 'one', ...(reported !== undefined && { impressions: reported }) };
      expect(await news(job).translate({ kind: 'person.job', body })).toEqual([
        { type: 'job', job: { ...job, impressions: shown } },
      ]);
    },
  );
});

describe('internal news', () => {
  const document = { type: 'document', document: { orderId: 'essay' } };

  test.each([
    ['person.document', { documentId: 'essay' }, [document]],
    ['person.release', { releaseId: 'release' }, [present[1], present[0], balance]],
    ['person.job-settled', { jobId: 'one' }, [present[0], document, balance]],
    ['person.balance', { currency: 'EUR' }, [{ type: 'balance', available: { minor: 7, currency: 'EUR' } }]],
    ['person.sites', {}, [{ type: 'missed' }]],
    ['person.code-used', { printerId: 'hall' }, [{ type: 'code-used', printer: 'printer hall' }]],
  ] as const)('%s is translated into the present state', async (kind, body, expected) => {
    expect(await news().translate({ kind, body: { ownerId, ...body } } as never)).toEqual(expected);
  });

  test('of a missing document is translated into "gone", and of another person’s job into nothing', async () => {
    const none = news(null as never, null as never);
    const of = (kind: string, body: object) => none.translate({ kind, body: { ownerId, ...body } } as never);
    expect(await of('person.document', { documentId: 'essay' })).toEqual([
      { type: 'document-gone', orderId: 'essay' },
    ]);
    expect(await of('person.job', { jobId: 'one' })).toEqual([]);
    expect(await of('person.job-settled', { jobId: 'one' })).toEqual([]);
    const deleted = news(jobOf('one'), null as never);
    const settled = { kind: 'person.job-settled', body: { ownerId, jobId: 'one' } } as const;
    expect(await deleted.translate(settled)).toEqual([present[0], balance]);
  });
});

test('news of a printer that is back has only the person’s own return; an unknown printer makes no news', () => {
  const printer = { id: 'hall' } as never;
  const usableAgain = [back('ben', 'hall'), back(ownerId, 'hall')];
  expect(news().ofPrinter(ownerId, { printer, usableAgain })).toEqual([
    { type: 'printer', printer },
    backNewsOf('hall'),
  ]);
  expect(news().ofPrinter(ownerId, undefined)).toEqual([]);
});
