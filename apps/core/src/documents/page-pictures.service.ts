import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { fileNames } from './storage/file-names.js';
import { StorageService } from './storage/storage.service.js';
import { imagesOfPage } from './views/document-rows.query.js';

/** The picture of one page, a JPEG. */
export interface PagePicture {
  /** The conversion that drew it. Its pictures never change. */
  conversionId: string;
  byteLength: number;
  read: () => Readable;
}

/** Opens page pictures of a person's own documents. */
@Injectable()
export class PagePicturesService {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
  ) {}

  /** @throws Refusal `document.unknown` when the person has no such page, `storage.unknown` */
  async openPicture(
    ownerId: string,
    asked: { documentId: string; revision: number; page: number; size: 'tile' | 'page' },
  ): Promise<PagePicture> {
    const { documentId, revision, size } = asked;
    const images = await imagesOfPage(this.database, ownerId, asked);
    if (!images) throw new Refusal('document.unknown', 'This page is no longer there.');
    const { conversionId, [size]: range } = images;
    const file = await this.storage.openFile(documentId, fileNames.images(revision, conversionId));
    return { conversionId, byteLength: range.end - range.start, read: () => file.part(range) };
  }
}
