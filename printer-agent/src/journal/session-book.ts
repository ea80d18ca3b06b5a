import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isReadable, rowVersion } from './row-version.js';
import { writeIfPossible, type Unwritten } from './unwritten.js';

const row = z
  .object({
    request_id: z.string(),
    panel_session_id: z.string().nullable(),
    asked_at: z.number(),
    pairing: z.number(),
  })
  .transform((found) => ({
    requestId: found.request_id,
    panelSessionId: found.panel_session_id,
    askedAt: found.asked_at,
    /** True when the panel showed digits for the user's own screen, false when the user typed a code. */
    pairing: found.pairing === 1,
  }));
export type SessionRecord = z.infer<typeof row>;

/**
 * Panel sessions by the id of the request that opened them. No code is stored. Core also knows the result of
 * a request, so only the request itself must be on the disk.
 */
export class SessionBook {
  constructor(
    private readonly database: DatabaseSync,
    private readonly unwritten: Unwritten,
  ) {}

  /** @throws Error when the write fails: core is not asked then */
  storeRequest(session: { requestId: string; printerId: string; askedAt: number; pairing?: boolean }): void {
    const { requestId, printerId, askedAt, pairing = false } = session;
    this.database
      .prepare(
        `insert or ignore into sessions (request_id, printer_id, asked_at, pairing, version)
         values (?, ?, ?, ?, ${rowVersion})`,
      )
      .run(requestId, printerId, askedAt, pairing ? 1 : 0);
  }

  storeOpened(requestId: string, panelSessionId: string): void {
    writeIfPossible(this.unwritten, () =>
      this.database
        .prepare('update sessions set panel_session_id = ? where request_id = ?')
        .run(panelSessionId, requestId),
    );
  }

  endSession(requestId: string, at: number): void {
    writeIfPossible(this.unwritten, () =>
      this.database
        .prepare('update sessions set ended_at = ? where request_id = ? and ended_at is null')
        .run(at, requestId),
    );
  }

  /** The latest session at this printer, unless it has ended. */
  latest(printerId: string): SessionRecord | undefined {
    const found = this.database
      .prepare(
        `select * from sessions where rowid = (select max(rowid) from sessions where printer_id = ?)
         and ended_at is null and ${isReadable}`,
      )
      .get(printerId);
    return found && row.parse(found);
  }

  prune(beforeMs: number): void {
    this.database.prepare('delete from sessions where asked_at < ?').run(beforeMs);
  }
}
