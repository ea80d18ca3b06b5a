import { Refusal } from '@sixpence/contracts/refusals';

/**
 * The position in a statement where the next page begins. Rows are sorted by time, newest first; at the same
 * time transfers come before jobs, and larger ids before smaller ones. So no row is omitted or shown twice.
 */
export interface RowPosition {
  /** Microseconds since 1970, as text: the database's times are finer than a Date. */
  micros: string;
  /** Of the jobs at that moment, the ones with smaller ids follow. */
  beforeJob: string;
  /** Of the transfers at that moment, the ones with smaller ids follow. */
  beforeTransfer: string;
}

const lastJob = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The position before the newest row. */
export const beforeNewestRow: RowPosition = {
  micros: '9999999999999999',
  beforeJob: lastJob,
  beforeTransfer: '999999999999999999',
};

/** The cursor of a page whose last row is this job or transfer. */
export function cursorAfter(row: {
  micros: number;
  jobId: string | null;
  transferId: number | null;
}): string {
  return row.jobId === null ? `${row.micros}-t-${row.transferId ?? ''}` : `${row.micros}-j-${row.jobId}`;
}

/** @throws Refusal `request.invalid` for a text that `cursorAfter` did not make */
export function rowAfter(cursor: string | undefined): RowPosition {
  if (cursor === undefined) return beforeNewestRow;
  const [, micros, transfer, job] =
    /^(\d{1,16})-(?:t-(\d{1,18})|j-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/.exec(cursor) ?? [];
  if (micros === undefined)
    throw new Refusal('request.invalid', 'The cursor is not one that this service has issued.');
  return job === undefined
    ? { micros, beforeJob: lastJob, beforeTransfer: transfer ?? '' }
    : { micros, beforeJob: job, beforeTransfer: '0' };
}
