import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { deviceInWords } from './device-in-words.js';
import { hashSessionToken, newSessionToken, tokenFromCookies } from './session-token.js';
import type { SignedIn } from './signed-in.js';
import { ValidSessions } from './views/valid-sessions.query.js';

/** A session, as the account page shows it. */
export interface ListedSession {
  id: string;
  device: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/**
 * How long rows of ended sessions are kept: longer than a core reads back after an outage of the database.
 */
const endedSessionsKeptSeconds = 24 * 60 * 60;

/** A session, and the person to whom it must belong. */
type PersonsSession = Pick<SignedIn, 'userId' | 'sessionId'>;

/** Opaque sessions: the cookie carries a random token, the database holds its keyed hash. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: DataSource,
    private readonly valid: ValidSessions,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** Begins a session, and deletes expired ones. @returns the token for the cookie */
  async beginSession(userId: string, queries: Queries = this.database): Promise<string> {
    const token = newSessionToken();
    await changed(queries, 'DELETE FROM sessions WHERE expires_at < app_now()');
    await changed(
      queries,
      `DELETE FROM ended_sessions WHERE session_id IN (
         SELECT session_id FROM ended_sessions
         WHERE ended_at < clock_timestamp() - make_interval(secs => :kept)
         ORDER BY ended_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
      { kept: endedSessionsKeptSeconds },
    );
    await changed(
      queries,
      `INSERT INTO sessions (token_hash, user_id, expires_at)
       VALUES (:tokenHash, :userId, app_now() + make_interval(secs => :life))`,
      { tokenHash: this.hashToken(token), userId, life: lifeSeconds.session },
    );
    return token;
  }

  /** The person whose session a Cookie header carries; undefined without a valid session. */
  async personFromCookies(header: string | undefined): Promise<SignedIn | undefined> {
    const token = tokenFromCookies(header, this.config.PUBLIC_URL);
    if (token === undefined) return undefined;
    return this.valid.withToken(this.hashToken(token));
  }

  /**
   * Whether the session exists and has not expired. Does not check whether its person is locked. The
   * session's row stays locked, so a transaction that ends the session waits for this one.
   */
  async isUnexpired(tx: EntityManager, sessionId: string): Promise<boolean> {
    const row = await one(
      tx,
      'SELECT 1 FROM sessions WHERE id = :sessionId AND expires_at > app_now() FOR KEY SHARE',
      { sessionId },
    );
    return row !== undefined;
  }

  /** Whether the session began within the last `seconds`. */
  async sessionBeganWithin(sessionId: string, seconds: number): Promise<boolean> {
    const row = await one(
      this.database,
      `SELECT 1 FROM sessions
       WHERE id = :sessionId AND created_at > app_now() - make_interval(secs => :seconds)`,
      { sessionId, seconds },
    );
    return row !== undefined;
  }

  /** Ids of sessions that ended within the last `seconds`: deleted, expired, or of a locked person. */
  async sessionsEndedWithin(seconds: number): Promise<Set<string>> {
    return new Set(await this.valid.sessionsEndedWithin(seconds));
  }

  /** The ids among these whose sessions are valid. */
  async validSessionsAmong(sessionIds: readonly string[]): Promise<Set<string>> {
    return new Set(await this.valid.validSessionsAmong(sessionIds));
  }

  /**
   * Stores the time and the browser of a request; nothing if the last use was stored within a few minutes.
   */
  async recordUse({ sessionId, wasSeenLately }: SignedIn, userAgent: string | undefined): Promise<void> {
    if (wasSeenLately) return;
    await changed(
      this.database,
      'UPDATE sessions SET last_seen_at = app_now(), device = :device WHERE id = :sessionId',
      { sessionId, device: deviceInWords(userAgent) },
    );
  }

  /** The unexpired sessions of a person, the most recently used first. */
  sessionsOf(userId: string): Promise<ListedSession[]> {
    return all(
      this.database,
      `SELECT id, device, created_at AS first_seen_at, coalesce(last_seen_at, created_at) AS last_seen_at
       FROM sessions WHERE user_id = :userId AND expires_at > app_now() ORDER BY 4 DESC, id`,
      { userId },
    );
  }

  /** Ends the session of a Cookie header. Its sockets close within a second. */
  async endSession(header: string | undefined): Promise<void> {
    const token = tokenFromCookies(header, this.config.PUBLIC_URL);
    if (token === undefined) return;
    await changed(this.database, 'DELETE FROM sessions WHERE token_hash = :tokenHash', {
      tokenHash: this.hashToken(token),
    });
  }

  /** Ends every session of a person. */
  async endAllSessions(userId: string, queries: Queries = this.database): Promise<void> {
    await changed(queries, 'DELETE FROM sessions WHERE user_id = :userId', { userId });
  }

  /** Ends every session of a person except this one, in the caller's transaction. */
  async endOtherSessions(tx: Queries, { userId, sessionId }: PersonsSession): Promise<void> {
    await changed(tx, 'DELETE FROM sessions WHERE user_id = :userId AND id <> :sessionId', {
      userId,
      sessionId,
    });
  }

  /** Ends one session of a person. @throws Refusal `session.unknown` when the person has no such session */
  async endOneSession({ userId, sessionId }: PersonsSession): Promise<void> {
    const ended = await changed(
      this.database,
      'DELETE FROM sessions WHERE user_id = :userId AND id = :sessionId',
      { userId, sessionId },
    );
    if (ended === 0) throw new Refusal('session.unknown');
  }

  private hashToken(token: string): Buffer {
    return hashSessionToken(token, this.config.SECRET_KEY);
  }
}
