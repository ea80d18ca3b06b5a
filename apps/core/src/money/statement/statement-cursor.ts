import { Refusal } from '@sixpence/contracts/refusals';

/**
 * A place in a statement, after which it goes on: the newest rows are first, transfers of one moment before jobs of the
 * same, and ids decide the rest. So no row is left out or shown twice, also among rows of one moment.
 */
export interface Place {
  /** Microseconds since 1970, as text: the database's times are finer than a Date. */
  micros: string;
  /** Jobs of that moment come after this one. */
  beforeJob: string;
  /** Transfers of that moment come after this one. */
  beforeTransfer: string;
}

const lastJob = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Before the newest row. */
export const theNewest: Place = {
  micros: '9999999999999999',
  beforeJob: lastJob,
  beforeTransfer: '999999999999999999',
};

/** What is told of the last row of a page: a job, or a transfer. */
export function cursorAfter(row: {
  micros: number;
  jobId: string | null;
  transferId: number | null;
}): string {
  return row.jobId === null ? `${row.micros}-t-${row.transferId ?? ''}` : `${row.micros}-j-${row.jobId}`;
}

/** @throws Refusal `request.invalid` for what `cursorAfter` did not make */
export function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return theNewest;
  const [, micros, transfer, job] =
    /^(\d{1,16})-(?:t-(\d{1,18})|j-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/.exec(cursor) ?? [];
  if (micros === undefined) throw new Refusal('request.invalid', 'The cursor is not one that was answered.');
  return job === undefined
    ? { micros, beforeJob: lastJob, beforeTransfer: transfer ?? '' }
    : { micros, beforeJob: job, beforeTransfer: '0' };
}
