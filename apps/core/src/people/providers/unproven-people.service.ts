import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource } from 'typeorm';
import { changed, one, type Queries } from '../../platform/database/sql.js';
import { deriveKey } from '../../platform/keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { hashBrowser } from './browser.js';
import { openPerson, sealPerson, type WaitingPerson } from './sealed-person.js';

/**
 * Keeps people whose provider did not prove their address: at most one person for each browser. The row
 * expires after `lifeSeconds.unprovenPerson`.
 */
@Injectable()
export class UnprovenPeople {
  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  async keepPerson(browser: string, person: WaitingPerson): Promise<void> {
    await changed(this.database, 'DELETE FROM unproven_people WHERE expires_at <= app_now()');
    const browserHash = this.hashBrowser(browser);
    await changed(
      this.database,
      `INSERT INTO unproven_people (browser_hash, sealed, expires_at)
       VALUES (:browserHash, :sealed, app_now() + make_interval(secs => :life))
       ON CONFLICT (browser_hash) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`,
      { browserHash, sealed: sealPerson(this.key, browserHash, person), life: lifeSeconds.unprovenPerson },
    );
  }

  async personOf(browser: string): Promise<WaitingPerson | undefined> {
    const browserHash = this.hashBrowser(browser);
    const row = await one<{ sealed: Buffer }>(
      this.database,
      'SELECT sealed FROM unproven_people WHERE browser_hash = :browserHash AND expires_at > app_now()',
      { browserHash },
    );
    return row && openPerson(this.key, browserHash, row.sealed);
  }

  async deletePerson(queries: Queries, browser: string): Promise<void> {
    await changed(queries, 'DELETE FROM unproven_people WHERE browser_hash = :browserHash', {
      browserHash: this.hashBrowser(browser),
    });
  }

  private hashBrowser(browser: string): Buffer {
    return hashBrowser(browser, this.config.SECRET_KEY);
  }

  private get key(): Buffer {
    return deriveKey(this.config.SECRET_KEY, 'unproven person');
  }
}
