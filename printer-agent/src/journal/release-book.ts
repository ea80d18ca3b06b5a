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
    /** The request that redeemed the code, and so opened the session in which PRINT was pressed. */
    requestId: found.request_id,
    question: agentRequests.release.parse(JSON.parse(found.question)),
    /** The person left before core answered: nothing of it is printed. */
    abandoned: found.abandoned === 1,
    askedAt: found.asked_at,
  }));
export type ReleaseRecord = z.infer<typeof row>;

/** Each press of PRINT, written down before core is asked to hold its price. */
export class ReleaseBook {
  constructor(
    private readonly database: DatabaseSync,
    private readonly unwritten: Unwritten,
  ) {}

  /**
   * @throws ZodError for what core would not read: what is written is asked until core has answered
   * @throws Error when it cannot be written: core is not asked then
   */
  ask(release: {
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

  /** Core holds the price. @throws Error when it cannot be written: nothing of the release is printed then */
  held(releaseId: string): void {
    this.database
      .prepare("update releases set state = 'held' where release_id = ? and state = 'asked'")
      .run(releaseId);
  }

  /** Core refused. A press whose refusal is not written is asked once more after a reconnect, and refused again. */
  refused(releaseId: string): void {
    writeIfPossible(this.unwritten, () =>
      this.database
        .prepare("update releases set state = 'refused' where release_id = ? and state = 'asked'")
        .run(releaseId),
    );
  }

  /** The person left before core answered. The agent keeps it in memory as well, for a disk that refuses it. */
  abandon(releaseId: string): void {
    writeIfPossible(this.unwritten, () =>
      this.database.prepare('update releases set abandoned = 1 where release_id = ?').run(releaseId),
    );
  }

  find(releaseId: string): ReleaseRecord | undefined {
    return this.read('release_id = ?', releaseId)[0];
  }

  /** Releases that core has not answered, as far as this box knows. */
  unanswered(): ReleaseRecord[] {
    return this.read("state = 'asked' order by rowid");
  }

  prune(beforeMs: number): void {
    this.database
      .prepare(
        `delete from releases where ${isReadable} and asked_at < ? and state <> 'asked'
         and not exists (select 1 from jobs where jobs.release_id = releases.release_id)`,
      )
      .run(beforeMs);
  }

  private read(condition: string, ...values: string[]): ReleaseRecord[] {
    return this.database
      .prepare(`select * from releases where ${isReadable} and ${condition}`)
      .all(...values)
      .map((found) => row.parse(found));
  }
}
