import type { DocumentRow } from '@sixpence/contracts/http/documents';

/** A document in preparation; `number` makes its id and name unique. */
export function unprepared(number: number): DocumentRow {
  return {
    orderId: `0b54a1c6-91cf-4d0c-8a3e-${String(number).padStart(12, '0')}`,
    fileName: `file ${number}.pdf`,
    totalPages: 0,
    pagePreviews: [],
    side: '1-Sided',
    isColor: false,
    status: 'processing',
    revision: 1,
    expiresAt: '2026-11-23T12:00:00Z',
  };
}
