import { Inject, Injectable } from '@nestjs/common';
import type { FileUploadAnswer, FileUploadRequest } from '@sixpence/contracts/http/documents';
import { DataSource } from 'typeorm';
import { activeRevision } from './preparation/revisions.query.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { AddressesService } from './storage/addresses.service.js';
import type { CheckedBytes } from './storage/checked-bytes.js';
import { StorageService, unknownFile } from './storage/storage.service.js';
import { ArrivalsService } from './arrivals.service.js';
import { mustBeSame } from './same-bytes.js';
import { SendersService } from './senders.service.js';

/**
 * Uploads from a browser. The browser first states name and type, then sends the bytes to a signed address.
 */
@Injectable()
export class UploadsService {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    private readonly addresses: AddressesService,
    private readonly arrivals: ArrivalsService,
    private readonly senders: SendersService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** @returns the signed address for the bytes @throws the errors of `ArrivalsService.expectDocument` */
  async beginUpload(userId: string, upload: FileUploadRequest): Promise<FileUploadAnswer> {
    const { originalFileName: name, fileType: type, fileSize: byteLength } = upload;
    const documentId = await this.arrivals.expectDocument({ owner: userId, name, type }, byteLength);
    const claims = { scope: 'original' as const, documentId, revision: 1, mediaType: type, byteLength };
    const path = `/storage/${await this.addresses.signAddress(claims)}`;
    return { preSignedUrl: new URL(path, this.config.PUBLIC_URL).href, orderId: documentId };
  }

  /**
   * Takes the bytes of the newest sender. The first complete bytes count; later identical bytes are accepted,
   * different bytes are refused.
   * @throws Refusal `storage.unknown`, `storage.displaced`, `storage.differs`, `storage.full`,
   *   `storage.too-large`, `document.quota`, `request.too-many`; `request.invalid` when the connection breaks
   */
  async receiveUpload(documentId: string, sent: CheckedBytes): Promise<void> {
    await this.senders.receiveFromNewest(documentId, sent, async (sender) => {
      if (sender === undefined) {
        await this.compareBytes(documentId, sent);
        return;
      }
      const staged = await this.arrivals.stageBytes(documentId, sent.bytes);
      try {
        await this.arrivals.completeArrivals([{ ...staged, sender }]);
      } finally {
        await staged.discard();
      }
    });
  }

  private async compareBytes(documentId: string, { bytes }: CheckedBytes): Promise<void> {
    const first = await activeRevision(this.database, documentId, 1);
    if (!first) throw unknownFile();
    mustBeSame(first.digest, (await this.storage.measure(documentId, bytes)).digest);
  }
}
