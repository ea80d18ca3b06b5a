import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { AttemptsService } from './attempts.service.js';
import { deviceFromCookies } from '../users/device-cookie.js';
import { PeopleService } from '../users/people.service.js';
import { PasswordsService } from './passwords.service.js';

interface ReauthenticationRequest {
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
    private readonly people: PeopleService,
    private readonly passwords: PasswordsService,
    private readonly attempts: AttemptsService,
    private readonly sessions: SessionsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Accepts the person's password, or a session that began within `lifeSeconds.freshSignIn`.
   * @throws Refusal `account.unproven`, `request.too-many`
   */
  async reauthenticate({ password, ...request }: ReauthenticationRequest): Promise<void> {
    if (password === undefined) {
      await this.requireFreshSignIn(request.person);
      return;
    }
    const passwordHash = await this.people.passwordHashOf(request.person.userId);
    if (!(await this.isRightPassword({ password, ...request }, passwordHash)))
      throw new Refusal('account.unproven');
  }

  /** @throws Refusal `account.unproven` */
  async requireFreshSignIn({ sessionId }: SignedIn): Promise<void> {
    if (!(await this.sessions.sessionBeganWithin(sessionId, lifeSeconds.freshSignIn)))
      throw new Refusal('account.unproven');
  }

  /**
   * Wrong passwords count as at sign-in, so the thief of a session gets no extra guesses.
   * @throws Refusal `request.too-many`
   */
  async isRightPassword(
    { person: { userId }, password, network, cookies }: ReauthenticationRequest & { password: string },
    passwordHash: string | null,
  ): Promise<boolean> {
    const { SECRET_KEY: secretKey, PUBLIC_URL: publicUrl } = this.config;
    const device = deviceFromCookies(cookies, { owner: { id: userId, passwordHash }, secretKey, publicUrl });
    const attempt = { account: userId, network, deviceId: device?.id };
    await this.attempts.beginAttempt(attempt);
    const isRight = await this.passwords.matches(password, passwordHash, network);
    if (isRight) await this.attempts.giveBackTry(attempt);
    return isRight;
  }
}
