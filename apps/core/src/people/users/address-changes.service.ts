import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { deriveKey } from '../../platform/keys/derive-key.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountListeners } from './account-listeners.service.js';
import { PeopleService, type KnownAddress } from './people.service.js';
import { SecurityMailsService } from './security-mails.service.js';

const mostAddresses = 5;

interface Change {
  userId: string;
  /** As `asAddress` writes it. */
  address: string;
}

interface UndoneChange {
  kind: 'added' | 'removed' | 'primary';
  address: string;
  wasPrimary: string | null;
}

/**
 * Changes a person's addresses. A change takes effect at once. For 72 hours the reader of an address that the
 * person had before can stop the change, by the link in a mail or by a reset. So the thief of a session
 * cannot take the account over for good. A removed address is deleted only after the 72 hours.
 */
@Injectable()
export class AddressChangesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly people: PeopleService,
    private readonly sessions: SessionsService,
    private readonly listeners: AccountListeners,
    private readonly mails: SecurityMailsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** Whether another person has this address. */
  async isTaken({ userId, address }: Change, tx: Queries = this.database): Promise<boolean> {
    const owner = await this.people.personWithAddress(address, tx);
    return owner !== undefined && owner.id !== userId;
  }

  /**
   * Checks that the person may add this address.
   * @throws Refusal `address.yours`, `address.taken`, `address.full`
   */
  async checkNewAddress({ userId, address }: Change, tx: Queries = this.database): Promise<void> {
    if (await this.isTaken({ userId, address }, tx)) throw new Refusal('address.taken');
    await this.checkOwnAddresses({ userId, address }, tx);
  }

  /** Checks the person's own addresses only. @throws Refusal `address.yours`, `address.full` */
  async checkOwnAddresses({ userId, address }: Change, tx: Queries = this.database): Promise<void> {
    const known = await this.people.addressesOf(userId, tx);
    const own = known.find((each) => each.address === address);
    if (own?.leavingAt === null) throw new Refusal('address.yours');
    if (!own && known.length >= mostAddresses) throw new Refusal('address.full');
  }

  /**
   * Adds an address that a mailed code has proven. If the address is the person's own and its removal is
   * pending, the removal is cancelled.
   * @throws Refusal `address.yours`, `address.taken`, `address.full`
   */
  async addAddress(tx: EntityManager, change: Change): Promise<void> {
    await this.people.personForUpdate(tx, change.userId);
    await this.checkNewAddress(change, tx);
    if (await this.cancelRemoval(tx, change)) return;
    if (!(await this.people.addAddress(tx, { ...change, provenBy: 'code' })))
      throw new Refusal('address.taken');
    await this.recordChange(tx, 'added', change);
  }

  /**
   * Removes an address after 72 hours. An address that was added in the last 72 hours is removed at once.
   * @throws Refusal `address.unknown`, `address.primary`
   */
  async removeAddress(tx: EntityManager, change: Change): Promise<void> {
    await this.people.personForUpdate(tx, change.userId);
    const address = await this.ownAddress(tx, change);
    if (address.isPrimary) throw new Refusal('address.primary');
    const mayStop = (await this.mails.addressesThatMayStop(tx, change.userId)).includes(change.address);
    if (mayStop) {
      await changed(
        tx,
        `UPDATE addresses SET leaving_at = app_now() + make_interval(secs => :life) WHERE address = :address`,
        { address: change.address, life: lifeSeconds.addressChange },
      );
      await this.recordChange(tx, 'removed', change);
      return;
    }
    await this.deleteAtOnce(tx, change);
    await this.mails.mailNews(tx, change.userId, 'address-removed');
  }

  /**
   * Makes this address the person's primary one, which screens show and to which mail goes.
   * @throws Refusal `address.unknown`
   */
  async makePrimary(tx: EntityManager, change: Change): Promise<void> {
    await this.people.personForUpdate(tx, change.userId);
    const address = await this.ownAddress(tx, change);
    if (address.isPrimary) return;
    const [before] = await this.people.addressesOf(change.userId, tx);
    await this.people.setPrimary(tx, change);
    await this.recordChange(tx, 'primary', change, before?.address);
  }

  /**
   * Stops the change whose mail carried this token, and all later ones. It ends every session and disables
   * the password, because the person who made the change may know it.
   * @throws Refusal `address.stop-unknown`
   */
  async stopChange(token: string): Promise<void> {
    await this.deleteOldChanges();
    await this.transactions.run(async (tx) => {
      const found = await one<{ id: number; userId: string }>(
        tx,
        `SELECT id, user_id FROM address_changes
         WHERE token_hash = :tokenHash AND created_at > app_now() - make_interval(secs => :life)`,
        { tokenHash: this.hashToken(token), life: lifeSeconds.addressChange },
      );
      if (!found) throw new Refusal('address.stop-unknown');
      const { id, userId } = found;
      await this.people.personForUpdate(tx, userId);
      if (!(await this.undoChanges(tx, userId, id))) throw new Refusal('address.stop-unknown');
      await this.people.changePassword(tx, { userId, passwordHash: null });
      await this.sessions.endAllSessions(userId, tx);
      await this.listeners.secured.notify(tx, userId);
      await this.mails.mailNews(tx, userId, 'change-stopped');
    });
  }

  /**
   * Stops all changes that can still be stopped, after a password reset through this address. Stops nothing
   * if the address itself was added within the last 72 hours.
   */
  async stopChangesAfterReset(tx: EntityManager, { userId, address }: Change): Promise<void> {
    await this.people.personForUpdate(tx, userId);
    if ((await this.mails.addressesThatMayStop(tx, userId)).includes(address))
      await this.undoChanges(tx, userId, 0);
  }

  /**
   * Whether an address was added whose addition can still be stopped. An intruder may have signed in through
   * it.
   */
  async hasNewAddress(userId: string): Promise<boolean> {
    const added = await one(
      this.database,
      `SELECT 1 FROM address_changes
       WHERE user_id = :userId AND kind = 'added'
         AND created_at > app_now() - make_interval(secs => :life) LIMIT 1`,
      { userId, life: lifeSeconds.addressChange },
    );
    return added !== undefined;
  }

  /** Deletes changes that can no longer be stopped, and the addresses that they removed. */
  async deleteOldChanges(): Promise<void> {
    await changed(
      this.database,
      `DELETE FROM address_changes WHERE id IN (
         SELECT id FROM address_changes WHERE created_at <= app_now() - make_interval(secs => :life)
         FOR UPDATE SKIP LOCKED
       )`,
      { life: lifeSeconds.addressChange },
    );
    await changed(
      this.database,
      `DELETE FROM addresses WHERE address IN (
         SELECT address FROM addresses WHERE leaving_at <= app_now() FOR UPDATE SKIP LOCKED
       )`,
    );
  }

  /**
   * Removes an address whose own addition can still be stopped, and every reference that could restore it.
   * The link that stops the addition stays valid: an intruder may have added the address, signed in through
   * it, and removed it again.
   */
  private async deleteAtOnce(tx: EntityManager, change: Change): Promise<void> {
    await changed(tx, 'DELETE FROM addresses WHERE address = :address', { address: change.address });
    await changed(
      tx,
      `UPDATE address_changes c SET was_primary = (
         SELECT e.was_primary FROM address_changes e
         WHERE e.user_id = c.user_id AND e.kind = 'primary' AND e.address = :address AND e.id < c.id
         ORDER BY e.id DESC LIMIT 1
       )
       WHERE c.user_id = :userId AND c.was_primary = :address`,
      { ...change },
    );
  }

  /** Cancels the pending removal of an address. @returns false when no removal is pending */
  private async cancelRemoval(tx: EntityManager, change: Change): Promise<boolean> {
    const kept = await changed(
      tx,
      `UPDATE addresses SET leaving_at = NULL
       WHERE address = :address AND user_id = :userId AND leaving_at > app_now()`,
      { ...change },
    );
    if (kept === 0) return false;
    await changed(
      tx,
      "DELETE FROM address_changes WHERE user_id = :userId AND address = :address AND kind = 'removed'",
      { ...change },
    );
    await this.mails.mailNews(tx, change.userId, 'address-added');
    return true;
  }

  /** An address of the person whose removal is not pending. @throws Refusal `address.unknown` */
  private async ownAddress(tx: EntityManager, { userId, address }: Change): Promise<KnownAddress> {
    const addresses = await this.people.addressesOf(userId, tx);
    const own = addresses.find((known) => known.address === address && known.leavingAt === null);
    if (!own) throw new Refusal('address.unknown');
    return own;
  }

  /** Stores the change, and mails the link that stops it to the addresses that may do so. */
  private async recordChange(
    tx: EntityManager,
    kind: UndoneChange['kind'],
    { userId, address }: Change,
    wasPrimary: string | null = null,
  ): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    await changed(
      tx,
      `INSERT INTO address_changes (user_id, kind, address, was_primary, token_hash)
       VALUES (:userId, :kind, :address, :wasPrimary, :tokenHash)`,
      { userId, kind, address, wasPrimary, tokenHash: this.hashToken(token) },
    );
    await this.mails.mailNews(tx, userId, `address-${kind}`, token);
  }

  /** Undoes this change of a person and all later ones. @returns whether there were any */
  private async undoChanges(tx: EntityManager, userId: string, from: number): Promise<boolean> {
    const undone = await all<UndoneChange>(
      tx,
      `WITH undone AS (
         DELETE FROM address_changes
         WHERE user_id = :userId AND id >= :from AND created_at > app_now() - make_interval(secs => :life)
         RETURNING id, kind, address, was_primary
       )
       SELECT kind, address, was_primary FROM undone ORDER BY id`,
      { userId, from, life: lifeSeconds.addressChange },
    );
    if (undone.length === 0) return false;
    const addressesWith = (kind: string) =>
      undone.filter((change) => change.kind === kind).map(({ address }) => address);
    await changed(
      tx,
      'UPDATE addresses SET leaving_at = NULL WHERE user_id = :userId AND address = ANY(:removed)',
      { userId, removed: addressesWith('removed') },
    );
    const before = undone.find(({ kind }) => kind === 'primary')?.wasPrimary;
    if (before) await this.people.setPrimary(tx, { userId, address: before });
    await changed(tx, 'DELETE FROM addresses WHERE user_id = :userId AND address = ANY(:added)', {
      userId,
      added: addressesWith('added'),
    });
    return true;
  }

  private hashToken(token: string): Buffer {
    const key = deriveKey(this.config.SECRET_KEY, 'stopping a change');
    return createHmac('sha256', key).update(token).digest();
  }
}
