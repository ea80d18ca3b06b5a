import { DatabaseSync, StatementSync, type StatementResultingChanges } from 'node:sqlite';

/** How the disk fails or delays writes. `from` and `to` count the writes since `fail`; the first is 1. */
export type DiskFault =
  | { readonly kind: 'full' | 'read-only'; readonly from: number; readonly to: number }
  | { readonly kind: 'slow'; readonly from: number; readonly blocksMs: number };

type Run = (this: StatementSync, ...values: never[]) => StatementResultingChanges;
type Exec = (this: DatabaseSync, sql: string) => void;

/** SQLite's result codes and messages. */
const refusals = {
  full: { errcode: 13, message: 'database or disk is full' },
  'read-only': { errcode: 8, message: 'attempt to write a readonly database' },
};

/**
 * For specs: a disk that fails. It patches `node:sqlite`, so that a real journal gets failures at its writes.
 * A write is a statement outside a transaction, or the commit of one. When a commit fails on a full disk,
 * SQLite rolls the transaction back, and so does this class.
 */
export class FaultyDisk {
  writes = 0;
  private fault: DiskFault | undefined;
  private readonly run: Run = Reflect.get(StatementSync.prototype, 'run');
  private readonly exec: Exec = Reflect.get(DatabaseSync.prototype, 'exec');
  private inTransaction = false;

  constructor() {
    const { run, exec } = this;
    const write = (beforeFailure: () => void) => this.write(beforeFailure);
    const setInTransaction = (inTransaction: boolean) => (this.inTransaction = inTransaction);
    const inTransaction = () => this.inTransaction;
    StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<Run>) {
      if (!inTransaction()) write(() => undefined);
      return run.apply(this, values);
    };
    DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
      if (sql === 'commit') {
        write(() => {
          setInTransaction(false);
          exec.call(this, 'rollback');
        });
      }
      exec.call(this, sql);
      if (sql === 'begin immediate') setInTransaction(true);
      if (sql === 'commit' || sql === 'rollback') setInTransaction(false);
    };
  }

  /** Resets the count of writes and sets the next fault; undefined means none. */
  fail(fault: DiskFault | undefined): void {
    this.writes = 0;
    this.fault = fault;
  }

  restore(): void {
    StatementSync.prototype.run = this.run;
    DatabaseSync.prototype.exec = this.exec;
  }

  private write(beforeFailure: () => void): void {
    this.writes += 1;
    const { fault, writes } = this;
    if (!fault || writes < fault.from) return;
    if (fault.kind === 'slow') {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fault.blocksMs);
      return;
    }
    if (writes > fault.to) return;
    beforeFailure();
    const { errcode, message } = refusals[fault.kind];
    throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
  }
}
