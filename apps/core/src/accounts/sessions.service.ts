import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { hashSessionToken, newSessionToken, sessionLifeDays, tokenFromCookies } from './session-token.js';
import type { SignedIn } from './signed-in.js';

/** Opaque sessions: a random token in the cookie, its keyed hash in the database. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** A new session at every sign-in; those that are over go. @returns the token for the cookie */
  async begin(userId: string): Promise<string> {
    const token = newSessionToken();
    await this.database.query('DELETE FROM sessions WHERE expires_at < app_now()');
    await this.database.query(
      `INSERT INTO sessions (token_hash, user_id, expires_at)
       VALUES ($1, $2, app_now() + make_interval(days => $3))`,
      [this.hash(token), userId, sessionLifeDays],
    );
    return token;
  }

  /** The person behind a Cookie header, or undefined when there is no valid session in it. */
  async fromCookies(header: string | undefined): Promise<SignedIn | undefined> {
    const token = tokenFromCookies(header, this.config.PUBLIC_URL);
    if (token === undefined) return undefined;
    const [row]: SignedIn[] = await this.database.query(
      `SELECT s.id AS "sessionId", u.id AS "userId", u.email
       FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE s.token_hash = $1 AND s.expires_at > app_now() AND u.locked_at IS NULL`,
      [this.hash(token)],
    );
    return row;
  }

  /** Which of these sessions are valid still. */
  async alive(sessionIds: readonly string[]): Promise<Set<string>> {
    const rows: { id: string }[] = await this.database.query(
      `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE s.id = ANY($1) AND s.expires_at > app_now() AND u.locked_at IS NULL`,
      [sessionIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Ends the session of a Cookie header; the sockets it opened follow within a second. */
  async end(header: string | undefined): Promise<void> {
    const token = tokenFromCookies(header, this.config.PUBLIC_URL);
    if (token === undefined) return;
    await this.database.query('DELETE FROM sessions WHERE token_hash = $1', [this.hash(token)]);
  }

  private hash(token: string): Buffer {
    return hashSessionToken(token, this.config.SECRET_KEY);
  }
}
