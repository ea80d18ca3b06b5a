import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  deleteDocumentRequest,
  fileUploadRequest,
  removePagesRequest,
  setPrintColorRequest,
  setPrintSidesRequest,
  type FetchDocumentsAnswer,
  type FileMetadataAnswer,
  type FileUploadAnswer,
  type FileUploadRequest,
  type RemovePagesRequest,
} from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';
import { z } from 'zod';
import { Person } from '../accounts/access.decorator.js';
import type { SignedIn } from '../accounts/signed-in.js';
import { Contract } from '../http/body.pipe.js';
import { DocumentLifeService } from './document-life.service.js';
import { DocumentNewsService } from './document-news.service.js';
import { DocumentsService } from './documents.service.js';
import { PageSelectionService } from './page-selection.service.js';
import { PrintOptionsService } from './print-options.service.js';
import { UploadsService } from './uploads.service.js';

/** The dashboard's calls about documents (specification §7). */
@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly uploads: UploadsService,
    private readonly news: DocumentNewsService,
    private readonly life: DocumentLifeService,
    private readonly selection: PageSelectionService,
    private readonly options: PrintOptionsService,
  ) {}

  @Post('file-upload')
  @HttpCode(200)
  upload(
    @Person() person: SignedIn,
    @Body(new Contract(fileUploadRequest)) body: FileUploadRequest,
  ): Promise<FileUploadAnswer> {
    return this.uploads.begin(person.userId, body);
  }

  @Get('fetch-documents')
  async list(@Person() person: SignedIn): Promise<FetchDocumentsAnswer> {
    const [documents, left, options] = await Promise.all([
      this.documents.rows(person.userId),
      this.documents.left(person.userId),
      this.documents.options(person.userId),
    ]);
    return { documents, left, options };
  }

  @Get('fetch-file-metadata')
  metadata(@Person() person: SignedIn, @Query('uid') documentId: unknown): Promise<FileMetadataAnswer> {
    const id = z.uuid().safeParse(documentId);
    if (!id.success) throw new Refusal('document.unknown', 'This document is no longer there.');
    return this.news.settledMetadata(person.userId, id.data);
  }

  @Post('delete-document')
  @HttpCode(200)
  async delete(
    @Person() person: SignedIn,
    @Body(new Contract(deleteDocumentRequest)) body: z.infer<typeof deleteDocumentRequest>,
  ): Promise<object> {
    await this.life.delete(
      person.userId,
      body.documents.map(({ orderId }) => orderId),
    );
    return {};
  }

  @Post('remove-pages')
  @HttpCode(200)
  async removePages(
    @Person() person: SignedIn,
    @Body(new Contract(removePagesRequest)) body: RemovePagesRequest,
  ): Promise<object> {
    await this.selection.keepPages(person.userId, body.uid, body.pages_to_extract);
    return { status: 'success', success: true };
  }

  @Post('set-print-sides')
  @HttpCode(200)
  async setSides(
    @Person() person: SignedIn,
    @Body(new Contract(setPrintSidesRequest)) body: z.infer<typeof setPrintSidesRequest>,
  ): Promise<object> {
    await this.options.set(person.userId, { side: body.sideOption === 'yes' ? '2-Sided' : '1-Sided' });
    return {};
  }

  @Post('set-print-color')
  @HttpCode(200)
  async setColor(
    @Person() person: SignedIn,
    @Body(new Contract(setPrintColorRequest)) body: z.infer<typeof setPrintColorRequest>,
  ): Promise<object> {
    await this.options.set(person.userId, { isColor: body.colorOption === 'Color' });
    return {};
  }
}
