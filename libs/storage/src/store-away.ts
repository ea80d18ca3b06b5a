/**
 * The medium does not answer, or not in time. It carries Node's own code for that, so that callers treat a bucket that
 * is away like any other part that is.
 */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code = 'EHOSTUNREACH';
}

/** The medium answers that it is full; the code is the one that a full disk has. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
  readonly code = 'ENOSPC';
}
