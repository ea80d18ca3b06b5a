import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MailAnswer, MailRequest, SenderAnswer } from '@sixpence/contracts/http/intake';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { asAddress } from '../../people/users/address.js';
import { PeopleService } from '../../people/users/people.service.js';
import { all, changed, one } from '../../platform/database/sql.js';
import { ArrivalsService } from '../arrivals.service.js';
import { DocumentsService } from '../documents.service.js';
import { HeldFilesService } from '../held-files.service.js';
import { BudgetsService, type NamedBudget } from '../../platform/http/network/budgets.service.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { AddressesService } from '../storage/addresses.service.js';
import { MailChoicesService } from './mail-choices.service.js';

/** The limit of one person's mails; all cores share the count. */
const mailsAnHour: NamedBudget = { name: 'mails of a person', points: 60, seconds: 3_600, shared: true };

interface NewMail {
  id: string;
  ownerId: string;
  digest: Buffer;
  documentIds: string[];
  sender: string;
  messageId: string | null;
  /** As JSON. */
  notTaken: string;
}

interface TakenMail {
  id: string;
  documentIds: string[];
  doneAt: Date | null;
}

/**
 * Mails to the print address. The intake has already verified that the sender's address is genuine, so this
 * service only looks up its account. A mail is one row, which is unique by owner and digest until its
 * documents expire.
 */
@Injectable()
export class MailsService {
  constructor(
    private readonly database: DataSource,
    private readonly people: PeopleService,
    private readonly documents: DocumentsService,
    private readonly arrivals: ArrivalsService,
    private readonly held: HeldFilesService,
    private readonly addresses: AddressesService,
    private readonly budgets: BudgetsService,
    private readonly choices: MailChoicesService,
    personalData: PersonalDataService,
  ) {
    personalData.register({
      name: 'mails',
      exportOf: (queries, userId) =>
        all(
          queries,
          'SELECT begun_at, done_at, sender, message_id, not_taken FROM taken_mails WHERE owner_id = :userId ORDER BY begun_at',
          {
            userId,
          },
        ),
      forget: async (tx, userId) => {
        await changed(tx, 'DELETE FROM taken_mails WHERE owner_id = :userId', { userId });
      },
    });
  }

  /**
   * Returns the remaining quota of the person with this address, and counts this mail against the person's
   * budget.
   * @throws Refusal `account.unknown`, `account.locked`, `mail.switched-off`, `document.quota`,
   *   `request.too-many`
   */
  async admitSender(address: string): Promise<SenderAnswer> {
    const ownerId = await this.ownerOf(address);
    await this.budgets.takeTry(mailsAnHour, ownerId);
    await this.documents.requireSpace(ownerId);
    return { left: await this.documents.remainingQuota(ownerId) };
  }

  /**
   * Adds the rows of all documents of a mail. If the same mail was begun before and not ended, it begins
   * again: the earlier documents expire at once, and `endMail` for the earlier id is refused.
   * @throws Refusal `account.unknown`, `account.locked`, `mail.switched-off`, `document.name`,
   *   `document.type`, `document.quota`, `storage.full`, `request.too-many`
   */
  async beginMail({ address, digest, documents, ...rest }: MailRequest): Promise<MailAnswer> {
    const ownerId = await this.ownerOf(address);
    const mail = {
      id: randomUUID(),
      ownerId,
      digest: Buffer.from(digest, 'hex'),
      sender: asAddress(address),
      messageId: rest.messageId ?? null,
      notTaken: JSON.stringify(rest.notTaken),
    };
    const options = {
      ...(rest.side !== undefined && { side: rest.side }),
      ...(rest.isColor !== undefined && { isColor: rest.isColor }),
    };
    const earlier = await this.earlierDelivery(mail);
    if (earlier?.doneAt) return { mailId: earlier.id, isDone: true, addresses: [] };
    const expected = documents.map(({ name, byteLength }) => ({
      // Media types in mails are unreliable: the name decides here, and the converter inspects the file.
      document: { owner: ownerId, name, type: '', options },
      byteLength,
      isReserved: true,
    }));
    const documentIds = await this.arrivals.expectDocuments(expected, {
      before: async (tx) => {
        if (earlier) await this.arrivals.expireAwaitedIn(tx, earlier.documentIds);
      },
      after: (tx, ids) => this.writeMail(tx, { ...mail, documentIds: ids, earlierId: earlier?.id ?? null }),
    });
    const addresses: string[] = [];
    for (const [index, documentId] of documentIds.entries()) {
      const byteLength = documents[index]?.byteLength;
      const claims = { scope: 'held' as const, documentId, revision: 1, byteLength };
      const mediaType = 'application/octet-stream';
      addresses.push(`/storage/${await this.addresses.signAddress({ ...claims, mediaType })}`);
    }
    return { mailId: mail.id, isDone: false, addresses };
  }

  /**
   * Completes the arrival of all documents of the mail. Idempotent.
   * @throws Refusal `mail.unknown` when the mail was begun again, `storage.unknown`, `document.quota`
   */
  async endMail(mailId: string): Promise<void> {
    const mail = await one<TakenMail>(
      this.database,
      'SELECT id, document_ids, done_at FROM taken_mails WHERE id = :mailId',
      { mailId },
    );
    if (!mail) throw new Refusal('mail.unknown');
    if (mail.doneAt) return;
    await this.held.completeHeldArrivals(mail.documentIds, async (tx) => {
      const ended = await changed(tx, 'UPDATE taken_mails SET done_at = app_now() WHERE id = :mailId', {
        mailId,
      });
      if (ended === 0) throw new Refusal('mail.unknown');
    });
  }

  /** @throws Refusal `account.unknown`, `account.locked`, `mail.switched-off` */
  private async ownerOf(address: string): Promise<string> {
    const person = await this.people.personWithAddress(asAddress(address));
    if (!person) throw new Refusal('account.unknown');
    if (person.lockedAt) throw new Refusal('account.locked');
    if (!(await this.choices.choicesOf(person.id)).takesMail) throw new Refusal('mail.switched-off');
    return person.id;
  }

  /** An earlier delivery of the same mail; undefined when its documents have expired. */
  private earlierDelivery({
    ownerId,
    digest,
  }: {
    ownerId: string;
    digest: Buffer;
  }): Promise<TakenMail | undefined> {
    return one(
      this.database,
      `SELECT id, document_ids, done_at FROM taken_mails
       WHERE owner_id = :ownerId AND digest = :digest
         AND begun_at > app_now() - make_interval(secs => :life)`,
      { ownerId, digest, life: lifeSeconds.takenMail },
    );
  }

  /** @throws Refusal `request.too-many` when another connection delivers the same mail at this moment */
  private async writeMail(
    tx: EntityManager,
    { earlierId, ...mail }: NewMail & { earlierId: string | null },
  ): Promise<void> {
    await changed(
      tx,
      `DELETE FROM taken_mails WHERE id IN (
         SELECT id FROM taken_mails WHERE begun_at <= app_now() - make_interval(secs => :life)
         FOR UPDATE SKIP LOCKED
       ) OR id = :earlierId AND done_at IS NULL`,
      { life: lifeSeconds.takenMail, earlierId },
    );
    const written = await changed(
      tx,
      `INSERT INTO taken_mails (id, owner_id, digest, document_ids, sender, message_id, not_taken)
       VALUES (:id, :ownerId, :digest, :documentIds, :sender, :messageId, :notTaken)
       ON CONFLICT (owner_id, digest) DO NOTHING`,
      mail,
    );
    if (written === 0) throw new Refusal('request.too-many', 'This mail is just being taken in.', 5);
  }
}
