import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { changed, one } from '../../platform/database/sql.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { hashBrowser, hashState } from './browser.js';

/**
 * State keys of flows through a provider. A key is valid once, and only in the browser that registered it.
 */
@Injectable()
export class SocialStates {
  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** @throws Refusal `social.state-used` */
  async beginState(stateKey: string, flow: { browser: string; isSignUp: boolean }): Promise<void> {
    await this.deleteOldStates();
    const added = await changed(
      this.database,
      `INSERT INTO social_states (state_hash, browser_hash, is_sign_up, expires_at)
       VALUES (:stateHash, :browserHash, :isSignUp, app_now() + make_interval(secs => :life))
       ON CONFLICT (state_hash) DO NOTHING`,
      {
        stateHash: hashState(stateKey, this.config.SECRET_KEY),
        browserHash: hashBrowser(flow.browser, this.config.SECRET_KEY),
        isSignUp: flow.isSignUp,
        life: lifeSeconds.socialState,
      },
    );
    if (added === 0) throw new Refusal('social.state-used');
  }

  /** Uses a key up. @returns undefined when the key is unknown, used, expired, or another browser's */
  async takeState(stateKey: string, browser: string): Promise<{ isSignUp: boolean } | undefined> {
    return one<{ isSignUp: boolean }>(
      this.database,
      `UPDATE social_states SET used_at = app_now()
       WHERE state_hash = :stateHash AND browser_hash = :browserHash
         AND used_at IS NULL AND expires_at > app_now()
       RETURNING is_sign_up`,
      {
        stateHash: hashState(stateKey, this.config.SECRET_KEY),
        browserHash: hashBrowser(browser, this.config.SECRET_KEY),
      },
    );
  }

  private async deleteOldStates(): Promise<void> {
    await changed(
      this.database,
      `DELETE FROM social_states WHERE state_hash IN (
         SELECT state_hash FROM social_states WHERE created_at <= app_now() - make_interval(secs => :kept)
         FOR UPDATE SKIP LOCKED
       )`,
      { kept: lifeSeconds.usedSocialState },
    );
  }
}
