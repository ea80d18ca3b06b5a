import { Inject, Injectable } from '@nestjs/common';
import type { FileUploadAnswer, FileUploadRequest } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { livingRevision } from '../preparation/revisions.query.js';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { AddressesService } from '../storage/addresses.service.js';
import { StorageService, unknownFile } from '../storage/storage.service.js';
import { ArrivalsService } from './arrivals.service.js';
import { mustBeSame } from './same-bytes.js';

/** A document that comes from a browser: first its name and type, then, at a signed address, its bytes. */
@Injectable()
export class UploadsService {
  /** Documents whose bytes this process is taking in. */
  private readonly receiving = new Set<string>();

  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    private readonly addresses: AddressesService,
    private readonly arrivals: ArrivalsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** @throws Refusal `document.name`, `document.type`, `document.quota`, `request.too-many`, `storage.too-large` */
  async begin(userId: string, upload: FileUploadRequest): Promise<FileUploadAnswer> {
    const { originalFileName: name, fileType: type, fileSize: byteLength } = upload;
    const documentId = await this.arrivals.expect({ owner: userId, name, type }, byteLength);
    const claims = { scope: 'original' as const, documentId, revision: 1, mediaType: type, byteLength };
    const path = `/storage/${await this.addresses.sign(claims)}`;
    return { preSignedUrl: new URL(path, this.config.PUBLIC_URL).href, orderId: documentId };
  }

  /**
   * The bytes, by one sender at a time. The first complete ones count; the same bytes again are welcome, others are not.
   * @throws Refusal `storage.unknown`, `storage.differs`, `storage.full`, `storage.too-large`, `document.quota`
   */
  async receive(documentId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.receiving.has(documentId)) {
      throw new Refusal('storage.differs', 'A file is being received at this address.');
    }
    this.receiving.add(documentId);
    try {
      await this.receiveAlone(documentId, bytes);
    } finally {
      this.receiving.delete(documentId);
    }
  }

  private async receiveAlone(documentId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const before = await livingRevision(this.database, documentId, 1);
    if (!before) throw unknownFile();
    if (before.state !== 'awaiting-upload') {
      mustBeSame(before.digest, (await this.storage.measure(documentId, bytes)).digest);
      return;
    }
    const staged = await this.arrivals.stage(documentId, bytes);
    try {
      await this.arrivals.arrive([staged]);
    } finally {
      await staged.discard();
    }
  }
}
