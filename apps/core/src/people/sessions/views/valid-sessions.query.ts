import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource } from 'typeorm';
import { BatchedReads } from '../batched-reads.js';
import { all } from '../../../platform/database/sql.js';
import type { SignedIn } from '../signed-in.js';

/** A session is valid until it expires, and only while its person is not locked. */
const validSessions = `
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN addresses a ON a.user_id = u.id AND a.is_primary
  WHERE s.expires_at > app_now() AND u.locked_at IS NULL`;

/** Reads sessions together with their people. Every request with a session uses it. */
@Injectable()
export class ValidSessions {
  private readonly byTokenHash = new BatchedReads((hashes) => this.withTokens(hashes));

  constructor(private readonly database: DataSource) {}

  withToken(tokenHash: Buffer): Promise<SignedIn | undefined> {
    return this.byTokenHash.find(tokenHash.toString('hex'));
  }

  /**
   * The ids of sessions that ended within the last `seconds`: deleted, expired, or of a locked person. The
   * statement reads only sessions that have ended, so its cost does not grow with the number of valid ones.
   */
  async sessionsEndedWithin(seconds: number): Promise<string[]> {
    const rows = await all<{ id: string }>(
      this.database,
      `SELECT session_id AS id FROM ended_sessions
       WHERE ended_at > clock_timestamp() - make_interval(secs => :seconds)
       UNION ALL
       SELECT id FROM sessions
       WHERE expires_at BETWEEN app_now() - make_interval(secs => :seconds) AND app_now()
       UNION ALL
       SELECT s.id FROM users u JOIN sessions s ON s.user_id = u.id
       WHERE u.locked_at > app_now() - make_interval(secs => :seconds)`,
      { seconds },
    );
    return rows.map(({ id }) => id);
  }

  /** The ids among these whose sessions are valid. */
  async validSessionsAmong(sessionIds: readonly string[]): Promise<string[]> {
    const rows = await all<{ id: string }>(
      this.database,
      `SELECT s.id ${validSessions} AND s.id = ANY(:sessionIds)`,
      { sessionIds },
    );
    return rows.map(({ id }) => id);
  }

  /** Maps each of these hashes of tokens (hexadecimal) to its session. */
  private async withTokens(hashes: readonly string[]): Promise<Map<string, SignedIn>> {
    const rows = await all<SignedIn & { tokenHash: string }>(
      this.database,
      `SELECT encode(s.token_hash, 'hex') AS token_hash, s.id AS session_id, u.id AS user_id,
         a.address AS email,
         coalesce(s.last_seen_at > app_now() - make_interval(secs => :sight), false) AS was_seen_lately
       ${validSessions} AND s.token_hash = ANY(:hashes::bytea[])`,
      { hashes: hashes.map((hash) => Buffer.from(hash, 'hex')), sight: lifeSeconds.sessionSight },
    );
    return new Map(rows.map(({ tokenHash, ...signedIn }) => [tokenHash, signedIn]));
  }
}
