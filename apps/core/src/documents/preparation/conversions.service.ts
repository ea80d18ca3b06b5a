import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import type { Address } from '../storage/address.js';
import { AddressesService } from '../storage/addresses.service.js';
import { fileNames } from '../storage/file-names.js';
import type { SentBytes } from '../storage/request-bytes.js';
import { StorageService, unknownFile, type OpenedFile } from '../storage/storage.service.js';
import { lockedAmount } from './amount.query.js';
import { ConvertedFilesService } from './converted-files.service.js';
import { isStoredWithinQuota } from './quota.js';
import { Receivers } from './receivers.js';
import { activeRevision, lockedRevision } from './revisions.query.js';
import { RevisionsService } from './revisions.service.js';

/** The signed address to which a converter sends a file. */
export type ConvertedAddress = Address & { scope: 'normalised' | 'images' };

/** Serves the files that converters read, stores those that they write, and opens normalised PDFs. */
@Injectable()
export class ConversionsService {
  private readonly receivers = new Receivers();

  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    private readonly addresses: AddressesService,
    private readonly files: ConvertedFilesService,
    private readonly revisions: RevisionsService,
  ) {}

  /**
   * Short-lived addresses for one attempt at converting a revision; each attempt writes files of its own.
   * @throws Refusal `storage.unknown` when the revision does not wait for a conversion
   */
  async prepareConversion(documentId: string, revision: number): Promise<ConversionAnswer> {
    const found = await activeRevision(this.database, documentId, revision);
    if (found?.state !== 'uploaded') throw unknownFile();
    const conversionId = randomUUID();
    const shared = { documentId, revision, conversionId };
    const [source, normalised, images] = await Promise.all([
      this.addressOf({ scope: 'source', documentId, revision }),
      this.addressOf({ scope: 'normalised', mediaType: 'application/pdf', ...shared }),
      this.addressOf({ scope: 'images', mediaType: 'application/octet-stream', ...shared }),
    ]);
    return { conversionId, fileName: found.fileName, source, normalised, images };
  }

  /**
   * Opens the file that a conversion reads: see `ConversionAnswer.source`.
   * @throws Refusal `storage.unknown`
   */
  async openSource(documentId: string, revision: number): Promise<OpenedFile> {
    const found = await activeRevision(this.database, documentId, revision);
    if (!found) throw unknownFile();
    if (found.basedOn !== null) return this.openNormalised(documentId, found.basedOn);
    return this.storage.openFile(documentId, fileNames.original(revision));
  }

  /**
   * Receives a file from a converter. The file is refused once the revision is settled, so that a ready
   * revision never changes. When the file exceeds the owner's quota, the revision fails and all its converted
   * files are removed.
   *
   * Bytes in transit count in no quota here. So each core receives from one sender per address at a time, the
   * newest. The number of cores bounds the space that senders to one address can fill.
   * @throws Refusal `storage.unknown`, `storage.displaced`, `storage.full`; the errors of `bytes`
   */
  async receiveConverted(address: ConvertedAddress, { bytes, stop }: SentBytes): Promise<void> {
    const { scope, documentId, revision, conversionId = '' } = address;
    const before = await activeRevision(this.database, documentId, revision);
    if (before?.state !== 'uploaded') throw unknownFile();
    const name = fileNames[scope](revision, conversionId);
    await this.receivers.receiveFile(`${documentId}/${name}`, stop, () =>
      this.storeConverted(address, name, bytes),
    );
  }

  /**
   * The normalised PDF of a ready revision. A deleted document still opens while an open job uses it.
   * @throws Refusal `storage.unknown` when its bytes are removed
   */
  async openNormalised(documentId: string, revision: number): Promise<OpenedFile> {
    const row = await one<{ conversionId: string }>(
      this.database,
      `SELECT conversion_id FROM document_revisions
       WHERE document_id = :documentId AND revision = :revision AND state = 'ready'`,
      { documentId, revision },
    );
    return this.openConverted({ documentId, revision, conversionId: row?.conversionId ?? null });
  }

  /**
   * The normalised PDF of a conversion. A null `conversionId` is refused.
   * @throws Refusal `storage.unknown`
   */
  async openConverted(made: {
    documentId: string;
    revision: number;
    conversionId: string | null;
  }): Promise<OpenedFile> {
    const { documentId, revision, conversionId } = made;
    if (conversionId === null) throw unknownFile();
    return this.storage.openFile(documentId, fileNames.normalised(revision, conversionId));
  }

  /** @throws Refusal `storage.unknown`, `storage.full`; the errors of `bytes` */
  private async storeConverted(
    { scope, documentId, revision, conversionId = '' }: ConvertedAddress,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const staged = await this.storage.stage({ documentId, name }, bytes);
    try {
      const fits = await this.database.transaction(async (tx) => {
        const row = await lockedRevision(tx, documentId, revision);
        if (row?.state !== 'uploaded') throw unknownFile();
        await staged.commit();
        const { byteLength } = staged;
        await this.files.recordStored(tx, { documentId, revision, conversionId, kind: scope, byteLength });
        // The owner's row is locked last, so that a slow medium does not block other work of the person.
        if (isStoredWithinQuota(await lockedAmount(tx, row.ownerId))) return true;
        await this.revisions.failForQuota(tx, documentId, revision);
        return false;
      });
      if (fits) return;
      await this.files.removeUnusedFiles(documentId, revision);
      throw unknownFile();
    } finally {
      await staged.discard();
    }
  }

  private async addressOf(claims: Omit<Address, 'expiresAt'>): Promise<string> {
    return `/storage/conversions/${await this.addresses.signAddress(claims)}`;
  }
}
