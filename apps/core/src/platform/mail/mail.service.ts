import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { all, changed, one, type Queries } from '../database/sql.js';
import { deriveKey } from '../keys/derive-key.js';
import { Listeners } from '../process/listeners.js';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import type { Letter } from './letter.js';
import { openLetter, sealLetter } from './sealed-letter.js';

/** Posts outgoing mail. The row commits with the change that it reports; the sender sends it afterwards. */
@Injectable()
export class MailService {
  private readonly key: Buffer;
  /** Notified by the sender when a server refuses an address for good. */
  readonly refused = new Listeners<[string]>();

  constructor(@Inject(CORE_CONFIG) config: CoreConfig) {
    this.key = mailKey(config);
  }

  /**
   * @param tx the transaction that the mail belongs to
   * @param options.usefulSeconds after this time the mail is no longer sent, such as an expired code; one
   *   day by default
   * @returns the mail's id
   */
  async postMail(tx: Queries, letter: Letter, options: { usefulSeconds?: number } = {}): Promise<string> {
    const id = randomUUID();
    await changed(
      tx,
      `INSERT INTO outgoing_mails (id, sealed, useful_until, next_try_at)
       VALUES (:id, :sealed, app_now() + make_interval(secs => :usefulSeconds), app_now())`,
      {
        id,
        sealed: sealLetter(this.key, id, letter),
        usefulSeconds: options.usefulSeconds ?? lifeSeconds.mail,
      },
    );
    return id;
  }

  /**
   * Deletes waiting mail that goes to these addresses or names one for replies. Mail that is being sent may
   * still arrive. Locks the matching rows only, so that two people who leave at the same time do not skip
   * each other's mail.
   */
  async deleteWaitingMail(tx: Queries, addresses: readonly string[]): Promise<void> {
    const waiting = await all<{ id: string; sealed: Buffer }>(
      tx,
      'SELECT id, sealed FROM outgoing_mails WHERE given_up_at IS NULL',
    );
    const matching = waiting.filter(({ id, sealed }) => {
      return this.addressesOn(id, sealed).some((address) => addresses.includes(address));
    });
    await changed(
      tx,
      `DELETE FROM outgoing_mails WHERE id IN (
         SELECT id FROM outgoing_mails WHERE id = ANY(:ids) ORDER BY id FOR UPDATE
       )`,
      { ids: matching.map(({ id }) => id) },
    );
  }

  /**
   * The addresses of a letter; none when it was encrypted under an earlier key, so that it can be neither
   * read nor sent.
   */
  private addressesOn(id: string, sealed: Buffer): string[] {
    try {
      const { to, replyTo } = openLetter(this.key, id, sealed);
      return replyTo === undefined ? [to] : [to, replyTo];
    } catch {
      return [];
    }
  }

  /** The state of a recent mail. A mail without a row counts as sent. */
  async mailStateOf(queries: Queries, id: string): Promise<'waiting' | 'sent' | 'refused'> {
    const row = await one<{ givenUpAt: Date | null }>(
      queries,
      'SELECT given_up_at FROM outgoing_mails WHERE id = :id',
      { id },
    );
    if (!row) return 'sent';
    return row.givenUpAt === null ? 'waiting' : 'refused';
  }
}

/** The key that encrypts letters in the database. */
export function mailKey(config: CoreConfig): Buffer {
  return deriveKey(config.SECRET_KEY, 'outgoing mail');
}
