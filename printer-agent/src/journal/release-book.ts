import type { DatabaseSync } from 'node:sqlite';
import { agentRequests, type AgentRequest } from '@sixpence/contracts/agent/gateway';
import { z } from 'zod';
import { isReadable, rowVersion } from './row-version.js';
import { writeIfPossible, type Unwritten } from './unwritten.js';

const row = z
  .object({
    release_id: z.string(),
    printer_id: z.string(),
    request_id: z.string(),
    question: z.string(),
    abandoned: z.int(),
    asked_at: z.number(),
  })
  .transform((found) => ({
    releaseId: found.release_id,
    printerId: found.printer_id,
    /** The request that redeemed the code and so opened the session in which PRINT was pressed. */
    requestId: found.request_id,
    question: agentRequests.release.parse(JSON.parse(found.question)),
    /** True when the user left before core answered: then nothing of the release is printed. */
    abandoned: found.abandoned === 1,
    askedAt: found.asked_at,
  }));
export type ReleaseRecord = z.infer<typeof row>;

/** Releases: presses of PRINT. Each is stored before core is asked to hold its price. */
export class ReleaseBook {
  constructor(
    private readonly database: DatabaseSync,
    private readonly unwritten: Unwritten,
  ) {}

  /**
   * @throws ZodError for a question that core could not parse, because a stored question is repeated until
   * core has answered
   * @throws Error when the write fails: core is not asked then
   */
  storeRelease(release: {
    printerId: string;
    requestId: string;
    question: AgentRequest<'release'>;
    askedAt: number;
  }): void {
    this.database
      .prepare(
        `insert into releases (release_id, printer_id, request_id, question, state, asked_at, version)
         values (?, ?, ?, ?, 'asked', ?, ${rowVersion})`,
      )
      .run(
        release.question.releaseId,
        release.printerId,
        release.requestId,
        JSON.stringify(agentRequests.release.parse(release.question)),
        release.askedAt,
      );
  }

  /**
   * Stores that core holds the price.
   * @throws Error when the write fails: nothing of the release is printed then
   */
  storeHeld(releaseId: string): void {
    this.database
      .prepare("update releases set state = 'held' where release_id = ? and state = 'asked'")
      .run(releaseId);
  }

  /**
   * Stores that core refused. If the write fails, core is asked once more after a reconnect, and refuses
   * again.
   */
  storeRefused(releaseId: string): void {
    writeIfPossible(this.unwritten, () =>
      this.database
        .prepare("update releases set state = 'refused' where release_id = ? and state = 'asked'")
        .run(releaseId),
    );
  }

  /**
   * Stores that the user left before core answered. `Releases` keeps that in memory as well, because the disk
   * may refuse it.
   */
  abandon(releaseId: string): void {
    writeIfPossible(this.unwritten, () =>
      this.database.prepare('update releases set abandoned = 1 where release_id = ?').run(releaseId),
    );
  }

  findRelease(releaseId: string): ReleaseRecord | undefined {
    return this.readReleases('release_id = ?', releaseId)[0];
  }

  /** Releases without a stored answer of core. */
  unanswered(): ReleaseRecord[] {
    return this.readReleases("state = 'asked' order by rowid");
  }

  prune(beforeMs: number): void {
    this.database
      .prepare(
        `delete from releases where ${isReadable} and asked_at < ? and state <> 'asked'
         and not exists (select 1 from jobs where jobs.release_id = releases.release_id)`,
      )
      .run(beforeMs);
  }

  private readReleases(condition: string, ...values: string[]): ReleaseRecord[] {
    return this.database
      .prepare(`select * from releases where ${isReadable} and ${condition}`)
      .all(...values)
      .map((found) => row.parse(found));
  }
}
