import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { AttemptsService } from './attempts.service.js';
import { deviceFromCookies } from '../users/device-cookie.js';
import { PasswordsService } from './passwords.service.js';

interface Word {
  person: SignedIn;
  /** Absent when the person has just signed in. */
  password: string | undefined;
  /** As `NetworksService` names it. */
  network: string;
  /** The Cookie header of the request. */
  cookies: string | undefined;
}

/** Re-authenticates a signed-in person. A session alone is not proof: the browser may have been left open. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly database: DataSource,
    private readonly passwords: PasswordsService,
    private readonly attempts: AttemptsService,
    private readonly sessions: SessionsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Accepts the person's password, or a session that began within `lifeSeconds.freshSignIn`. Wrong passwords
   * count as at sign-in.
   * @throws Refusal `account.unproven`, `request.too-many`
   */
  async reauthenticate({ person, password, network, cookies }: Word): Promise<void> {
    const { userId, sessionId } = person;
    if (password === undefined) {
      if (await this.sessions.isYoung(sessionId, lifeSeconds.freshSignIn)) return;
      throw new Refusal('account.unproven');
    }
    const { SECRET_KEY: secretKey, PUBLIC_URL: publicUrl } = this.config;
    const user = await one<{ passwordHash: string | null }>(
      this.database,
      'SELECT password_hash FROM users WHERE id = :userId',
      { userId },
    );
    const passwordHash = user?.passwordHash ?? null;
    const device = deviceFromCookies(cookies, { owner: { id: userId, passwordHash }, secretKey, publicUrl });
    const attempt = { account: userId, network, deviceId: device?.id };
    await this.attempts.beginAttempt(attempt);
    if (!(await this.passwords.matches(password, passwordHash, network)))
      throw new Refusal('account.unproven');
    await this.attempts.succeeded(attempt);
  }
}
