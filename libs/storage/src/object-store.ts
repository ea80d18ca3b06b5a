/**
 * A store of objects: a folder, or a bucket. Names are paths of plain segments (`documents/<id>/1/original`).
 * An object appears completely or not at all.
 */
export interface ObjectStore {
  /**
   * Resolves when the medium can store objects now.
   * @throws the medium's error otherwise
   */
  check(): Promise<void>;
  /**
   * Stores an object completely, without showing it under its name yet.
   * @throws the source's or the medium's error (`ENOSPC` when it is full); nothing stays behind then
   */
  stage(name: string, source: AsyncIterable<Uint8Array>): Promise<StagedObject>;
  /** @returns the object of this name, or undefined */
  find(name: string): Promise<StoredObject | undefined>;
  /** Removes every object whose name begins with this path. */
  deleteUnder(path: string): Promise<void>;
  /** Removes staged objects older than this that were never committed: uploads whose process ended. */
  deleteStagedOlderThan(ageMs: number): Promise<void>;
  /** Closes connections, at the end of the process. */
  close(): void;
}

/** An object that is stored but not shown yet. Its caller must either commit or discard it. */
export interface StagedObject {
  /** Shows the object under its name, durably, in place of an earlier one. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  byteLength: number;
  read(range: ByteRange): AsyncIterable<Uint8Array>;
}
