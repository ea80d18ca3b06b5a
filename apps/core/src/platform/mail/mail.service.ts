import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { all, changed, one, type Queries } from '../database/sql.js';
import { deriveKey } from '../keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import type { Letter } from './letter.js';
import { openLetter, sealLetter } from './sealed-letter.js';

/** Where features post mail. The row commits with the change that it tells of; the sender empties it afterwards. */
@Injectable()
export class MailService {
  private readonly key: Buffer;
  private readonly refusalListeners: RefusalListener[] = [];

  constructor(@Inject(CORE_CONFIG) config: CoreConfig) {
    this.key = mailKey(config);
  }

  /**
   * @param tx the transaction that the mail belongs to
   * @param options.usefulSeconds after this the mail is not sent any more, such as a code that is over by then; a day if it is
   *   not given
   * @returns the mail's id
   */
  async post(tx: Queries, letter: Letter, options: { usefulSeconds?: number } = {}): Promise<string> {
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
   * Takes back whatever waits to be sent to these addresses, or in their name. One that is being sent at this moment may
   * still arrive. Only their own letters are locked: two people who leave at once do not miss each other's.
   */
  async drop(tx: Queries, addresses: readonly string[]): Promise<void> {
    const waiting = await all<{ id: string; sealed: Buffer }>(
      tx,
      'SELECT id, sealed FROM outgoing_mails WHERE given_up_at IS NULL',
    );
    const theirs = waiting.filter(({ id, sealed }) => {
      return this.addressesOn(id, sealed).some((address) => addresses.includes(address));
    });
    await changed(
      tx,
      `DELETE FROM outgoing_mails WHERE id IN (
         SELECT id FROM outgoing_mails WHERE id = ANY(:ids) ORDER BY id FOR UPDATE
       )`,
      { ids: theirs.map(({ id }) => id) },
    );
  }

  /** None for a letter that was sealed under an earlier key: nobody can read or send it any more. */
  private addressesOn(id: string, sealed: Buffer): string[] {
    try {
      const { to, replyTo } = openLetter(this.key, id, sealed);
      return replyTo === undefined ? [to] : [to, replyTo];
    } catch {
      return [];
    }
  }

  /** What has become of a mail that was posted lately. */
  async stateOf(queries: Queries, id: string): Promise<'waiting' | 'sent' | 'refused'> {
    const row = await one<{ givenUpAt: Date | null }>(
      queries,
      'SELECT given_up_at FROM outgoing_mails WHERE id = :id',
      { id },
    );
    if (!row) return 'sent';
    return row.givenUpAt === null ? 'waiting' : 'refused';
  }

  /** The listener hears of every address to which mail is refused for good. */
  whenRefused(listener: RefusalListener): void {
    this.refusalListeners.push(listener);
  }

  /** For the sender: mail to this address was refused for good. */
  async refused(address: string): Promise<void> {
    for (const listener of this.refusalListeners) await listener(address);
  }
}

type RefusalListener = (address: string) => Promise<void>;

/** The key under which letters lie in the database. */
export function mailKey(config: CoreConfig): Buffer {
  return deriveKey(config.SECRET_KEY, 'outgoing mail');
}
