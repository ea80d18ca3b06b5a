import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type {
  FetchDocumentsAnswer,
  FileMetadataAnswer,
  FileUploadAnswer,
} from '@sixpence/contracts/http/documents';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { Person } from '../people/sessions/person.decorator.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { DocumentNewsService } from './document-news.service.js';
import { DocumentsService } from './documents.service.js';
import { PrintOptionsService } from './print-options.service.js';
import { UploadsService } from './uploads.service.js';

/** The dashboard's calls about documents (specification §7). */
@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly uploads: UploadsService,
    private readonly news: DocumentNewsService,
    private readonly options: PrintOptionsService,
  ) {}

  @Answers(calls.fileUpload)
  upload(
    @Person() person: SignedIn,
    @Asked() asked: Asked<typeof calls.fileUpload>,
  ): Promise<FileUploadAnswer> {
    return this.uploads.beginUpload(person.userId, asked);
  }

  @Answers(calls.fetchDocuments)
  async listDocuments(@Person() person: SignedIn): Promise<FetchDocumentsAnswer> {
    const [documents, left, options] = await Promise.all([
      this.documents.documentRows(person.userId),
      this.documents.remainingQuota(person.userId),
      this.documents.printOptions(person.userId),
    ]);
    return { documents, left, options };
  }

  @Answers(calls.fetchFileMetadata)
  metadata(
    @Person() person: SignedIn,
    @Asked() { uid }: Asked<typeof calls.fetchFileMetadata>,
  ): Promise<FileMetadataAnswer> {
    return this.news.waitForMetadata(person.userId, uid);
  }

  @Answers(calls.setPrintSides)
  async setSides(
    @Person() person: SignedIn,
    @Asked() { sideOption }: Asked<typeof calls.setPrintSides>,
  ): Promise<object> {
    await this.options.setOptions(person.userId, { side: sideOption === 'yes' ? '2-Sided' : '1-Sided' });
    return {};
  }

  @Answers(calls.setPrintColor)
  async setColor(
    @Person() person: SignedIn,
    @Asked() { colorOption }: Asked<typeof calls.setPrintColor>,
  ): Promise<object> {
    await this.options.setOptions(person.userId, { isColor: colorOption === 'Color' });
    return {};
  }
}
