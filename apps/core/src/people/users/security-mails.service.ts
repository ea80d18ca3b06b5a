import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { EntityManager } from 'typeorm';
import { all } from '../../platform/database/sql.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { securityLetter, type SecurityNews } from './security-letter.js';

/** Mails people about events of their account, in the transaction of the event. */
@Injectable()
export class SecurityMailsService {
  constructor(
    private readonly mail: MailService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Mails every address that may stop a change.
   * @param stopToken the token of the link that stops this change
   */
  async mailNews(tx: EntityManager, userId: string, news: SecurityNews, stopToken?: string): Promise<void> {
    await this.mailNewsTo(tx, await this.addressesThatMayStop(tx, userId), news, stopToken);
  }

  /** Mails these addresses, for an account whose addresses are deleted already. */
  async mailNewsTo(
    tx: EntityManager,
    addresses: readonly string[],
    news: SecurityNews,
    stopToken?: string,
  ): Promise<void> {
    const { PUBLIC_URL: publicUrl } = this.config;
    // Browsers do not send the part behind `#`, so the token reaches no server and no log.
    const stop = stopToken === undefined ? {} : { stopAt: `${publicUrl}/stop-change#${stopToken}` };
    for (const address of addresses) {
      const letter = securityLetter(address, { news, publicUrl, ...stop });
      await this.mail.postMail(tx, letter, { usefulSeconds: lifeSeconds.addressChange });
    }
  }

  /**
   * The person's addresses, except those whose own addition can still be stopped: an intruder may have added
   * these.
   */
  async addressesThatMayStop(tx: EntityManager, userId: string): Promise<string[]> {
    const rows = await all<{ address: string }>(
      tx,
      `SELECT a.address FROM addresses a
       WHERE a.user_id = :userId AND (a.leaving_at IS NULL OR a.leaving_at > app_now()) AND NOT EXISTS (
         SELECT 1 FROM address_changes c
         WHERE c.user_id = a.user_id AND c.kind = 'added' AND c.address = a.address
           AND c.created_at > app_now() - make_interval(secs => :life)
       )
       ORDER BY a.is_primary DESC, a.address`,
      { userId, life: lifeSeconds.addressChange },
    );
    return rows.map(({ address }) => address);
  }
}
