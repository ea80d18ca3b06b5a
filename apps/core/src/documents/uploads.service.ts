import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FileUploadAnswer, FileUploadRequest } from '@sixpence/contracts/http/documents';
import { documentLimits } from '@sixpence/contracts/limits';
import { DataSource } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { tooLarge } from '../storage/limited.js';
import { StorageService } from '../storage/storage.service.js';
import { lockedAmount, optionsOf } from './document-rows.query.js';
import { checkedFileName } from './file-name.js';
import { mediaTypeOf } from './file-types.js';
import { keepWithinQuota } from './quota.js';

/** The first step of a document: its row, and where its bytes may be sent. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** @throws Refusal `document.name`, `document.type`, `document.quota`, `request.too-many`, `storage.too-large` */
  async begin(userId: string, upload: FileUploadRequest): Promise<FileUploadAnswer> {
    const fileName = checkedFileName(upload.originalFileName);
    const takesOffice = this.config.OFFICE_DOCUMENTS === 'yes';
    const mediaType = mediaTypeOf(fileName, upload.fileType, { takesOffice });
    if ((upload.fileSize ?? 0) > documentLimits.fileBytes) {
      throw tooLarge(documentLimits.fileBytes);
    }
    const documentId = randomUUID();
    await this.database.transaction(async (tx) => {
      keepWithinQuota(await lockedAmount(tx, userId), upload.fileSize ?? 0);
      const { side, isColor } = await optionsOf(tx, userId);
      // Until its bytes arrive a document has an hour; then it gets its 72.
      await tx.query(
        `INSERT INTO documents (id, owner_id, file_name, side, is_color, expires_at)
         VALUES ($1, $2, $3, $4, $5, app_now() + interval '1 hour')`,
        [documentId, userId, fileName, side, isColor],
      );
      await tx.query(
        `INSERT INTO document_revisions (document_id, revision, state, media_type)
         VALUES ($1, 1, 'awaiting-upload', $2)`,
        [documentId, mediaType],
      );
    });
    const preSignedUrl = await this.storage.prepareUpload({
      documentId,
      mediaType: upload.fileType,
      byteLength: upload.fileSize,
    });
    return { preSignedUrl, orderId: documentId };
  }
}
