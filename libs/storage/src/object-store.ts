/**
 * Where objects lie, whatever they hold: a folder, or a bucket. Names are paths of plain segments
 * (`documents/<id>/1/original`); an object appears whole or not at all.
 */
export interface ObjectStore {
  /** Answers when objects can be kept here at this moment. @throws whatever the medium throws when they cannot */
  check(): Promise<void>;
  /**
   * Takes an object in completely, without showing it under its name yet.
   * @throws whatever the source or the medium throws (`ENOSPC` when it is full); nothing is left behind then
   */
  stage(name: string, source: AsyncIterable<Uint8Array>): Promise<StagedObject>;
  /** The object of this name, or undefined. */
  find(name: string): Promise<StoredObject | undefined>;
  /** Removes every object whose name begins with this path. */
  deleteUnder(path: string): Promise<void>;
  /** Removes what was staged longer ago than this and never shown: uploads whose process ended. */
  deleteStagedBefore(ageMs: number): Promise<void>;
  /** Lets go of connections, at the end of the process. */
  close(): void;
}

/** An object that was taken in. Whoever holds it either commits or discards it. */
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
