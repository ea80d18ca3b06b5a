import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { AttemptsService } from './attempts.service.js';
import { PasswordsService } from './passwords.service.js';
import { SessionsService } from './sessions.service.js';

interface UserRow {
  id: string;
  password_hash: string | null;
  locked_at: Date | null;
}

/** People: who they are and how they sign in. */
@Injectable()
export class AccountsService {
  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
  ) {}

  /**
   * Signs a person in. @returns the session token for the cookie
   * @throws Refusal `account.unknown`, `account.wrong-password`, `account.locked`, `request.too-many`
   */
  async signIn(email: string, password: string, address: string): Promise<string> {
    await this.attempts.beforeSignIn(email, address);
    const [user]: UserRow[] = await this.database.query(
      'SELECT id, password_hash, locked_at FROM users WHERE email = $1',
      [email.toLowerCase()],
    );
    const right = await this.passwords.matches(password, user?.password_hash ?? null);
    if (!user) throw new Refusal('account.unknown', 'There is no account with this address.');
    if (!right) throw new Refusal('account.wrong-password', 'The password is not right.');
    if (user.locked_at) throw new Refusal('account.locked', 'This account is locked. Please contact us.');
    await this.attempts.afterSignIn(email);
    return this.sessions.begin(user.id);
  }

  /** Adds a person, or returns the one who has the address already. For operators; people sign up by themselves. */
  async addUser(email: string, password: string): Promise<{ userId: string; added: boolean }> {
    const hashed = await this.passwords.hash(password);
    const [added]: { id: string }[] = await this.database.query(
      'INSERT INTO users (email, password_hash) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING RETURNING id',
      [email.toLowerCase(), hashed],
    );
    if (added) return { userId: added.id, added: true };
    return { userId: await this.userIdOf(email), added: false };
  }

  /** @throws Refusal `account.unknown` */
  async userIdOf(email: string): Promise<string> {
    const [user]: { id: string }[] = await this.database.query('SELECT id FROM users WHERE email = $1', [
      email.toLowerCase(),
    ]);
    if (!user) throw new Refusal('account.unknown', 'There is no account with this address.');
    return user.id;
  }
}
