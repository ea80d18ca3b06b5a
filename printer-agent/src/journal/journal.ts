import { EventEmitter } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { DeviceBook } from './device-book.js';
import { SessionBook } from './session-book.js';
import { SiteBook } from './site-book.js';
import { JobBook } from './job-book.js';
import { PrintReportBook } from './print-report-book.js';
import { ReleaseBook } from './release-book.js';
import { writeIfPossible, type Unwritten } from './unwritten.js';

const schema = `
  create table if not exists site (one integer primary key check (one = 1), facts text not null) strict;
  create table if not exists sessions (
    request_id text primary key, printer_id text not null, panel_session_id text,
    asked_at integer not null, ended_at integer, pairing integer not null default 0) strict;
  create table if not exists devices (
    token_hash text not null, printer_id text not null, paired_at integer not null, round integer not null default 0,
    primary key (token_hash, printer_id)) strict;
  create table if not exists releases (
    release_id text primary key, printer_id text not null, request_id text not null, question text not null,
    state text not null check (state in ('asked', 'held', 'refused')),
    abandoned integer not null default 0, asked_at integer not null) strict;
  create table if not exists jobs (
    job_id text primary key, release_id text not null references releases, printer_id text not null,
    position integer not null, step text not null, facts text not null) strict;
  create table if not exists print_reports (
    report_id text primary key, job_id text not null, fault text not null, said_at integer not null,
    told integer not null default 0, unique (job_id, fault)) strict;
  create index if not exists jobs_by_printer on jobs (printer_id, step);
  create index if not exists jobs_by_release on jobs (release_id, position);
`;

/** Each row of these tables has the version of its content (`row-version.ts`). */
const versioned = ['site', 'sessions', 'releases', 'jobs', 'print_reports'];

/**
 * The agent's durable state: every step is on the disk before the next act outside the box. One agent at a
 * time has it open. It never contains a code, a file name, a document, or the address of a document.
 *
 * The disk may refuse a write. The writes that must precede another act then throw: a pairing, the request
 * for a session, a release, its hold, a print report, and the steps before Create-Job and Send-Document. The
 * other writes are kept in memory or dropped, and `unwritten` is emitted for each refusal.
 * @throws Error when another agent has the folder open
 */
export class Journal extends EventEmitter<{ unwritten: [unknown] }> {
  readonly site: SiteBook;
  readonly sessions: SessionBook;
  readonly devices: DeviceBook;
  readonly releases: ReleaseBook;
  readonly jobs: JobBook;
  readonly printReports: PrintReportBook;

  private readonly database: DatabaseSync;
  private readonly unwritten: Unwritten = (error) => void this.emit('unwritten', error);

  constructor(path: string) {
    super();
    const { unwritten } = this;
    this.database = openDatabase(path);
    this.site = new SiteBook(this.database, unwritten);
    this.sessions = new SessionBook(this.database, unwritten);
    this.devices = new DeviceBook(this.database);
    this.releases = new ReleaseBook(this.database, unwritten);
    this.jobs = new JobBook(this.database, unwritten);
    this.printReports = new PrintReportBook(this.database);
  }

  /** Runs several writes in one transaction. */
  together<T>(write: () => T): T {
    this.database.exec('begin immediate');
    try {
      const result = write();
      this.database.exec('commit');
      return result;
    } catch (error) {
      // On a full disk SQLite has already rolled back.
      if (this.database.isTransaction) this.database.exec('rollback');
      throw error;
    }
  }

  /**
   * Deletes jobs, releases, sessions, and print reports from before `beforeMs`. Open jobs, jobs that core is
   * checking, unanswered releases, and unsent reports stay. A full disk may refuse that, too.
   */
  prune(beforeMs: number): void {
    writeIfPossible(this.unwritten, () =>
      this.together(() => {
        this.jobs.prune(beforeMs);
        this.releases.prune(beforeMs);
        this.sessions.prune(beforeMs);
        this.printReports.prune(beforeMs);
      }),
    );
  }

  close(): void {
    this.database.close();
  }
}

/** Adds a column that a journal of an earlier version lacks. */
function addColumn(database: DatabaseSync, table: string, column: string): void {
  const known = database.prepare('select name from pragma_table_info(?)').all(table);
  if (known.some(({ name }) => name === column.split(' ')[0])) return;
  database.exec(`alter table ${table} add column ${column}`);
}

/** An earlier process that was just killed may hold the lock for a moment. */
const lockWaitMs = 500;
const lockedCode = 5;

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: lockWaitMs });
  try {
    // With `synchronous = full` each commit syncs the write-ahead log, so a commit that returned is on the
    // disk. The exclusive lock ends with the process, however the process ends.
    database.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;',
    );
    database.exec(`begin immediate; ${schema} commit;`);
    addColumn(database, 'sessions', 'pairing integer not null default 0');
    addColumn(database, 'devices', 'round integer not null default 0');
    for (const table of versioned) addColumn(database, table, 'version integer not null default 1');
    return database;
  } catch (error) {
    database.close();
    const isLocked =
      typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === lockedCode;
    if (!isLocked) throw error;
    throw new Error(`Another agent runs on ${path}: stop it, or give this one its own AGENT_DATA_DIR`, {
      cause: error,
    });
  }
}
