import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { EntityManager } from 'typeorm';
import { all } from '../../platform/database/sql.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { securityLetter, type SecurityNews } from './security-letter.js';

/** Tells people what has become of their account, in the transaction of the change itself. */
@Injectable()
export class SecurityMailsService {
  constructor(
    private readonly mail: MailService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** To every address that has a say; `stopToken` opens the way to stop a change of addresses. */
  async tell(tx: EntityManager, userId: string, news: SecurityNews, stopToken?: string): Promise<void> {
    await this.tellAt(tx, await this.addressesWithSay(tx, userId), news, stopToken);
  }

  /** To these addresses: those of an account that is gone by now are nowhere else. */
  async tellAt(
    tx: EntityManager,
    addresses: readonly string[],
    news: SecurityNews,
    stopToken?: string,
  ): Promise<void> {
    const { PUBLIC_URL: publicUrl } = this.config;
    // Behind the # it is sent to no server, and stands in no log.
    const stop = stopToken === undefined ? {} : { stopAt: `${publicUrl}/stop-change#${stopToken}` };
    for (const address of addresses) {
      const letter = securityLetter(address, { news, publicUrl, ...stop });
      await this.mail.post(tx, letter, { usefulSeconds: lifeSeconds.addressChange });
    }
  }

  /** All but those whose own addition can still be stopped: whoever has just added one is not asked about it. */
  async addressesWithSay(tx: EntityManager, userId: string): Promise<string[]> {
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
