/**
 * The medium does not answer, or not in time. The error has Node's own code for that, so that callers treat
 * it like any other outage.
 */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code = 'EHOSTUNREACH';
}

/** The medium is full; the code is that of a full disk. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
  readonly code = 'ENOSPC';
}
