import { Controller, Headers, Res } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { Answers, Asked } from '../http/call.decorator.js';
import { hasSame } from '../http/entity-tag.js';
import { Person } from '../sessions/person.decorator.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { fileNames } from '../storage/file-names.js';
import { StorageService } from '../storage/storage.service.js';
import { imagesOfPage } from './document-rows.query.js';

/**
 * Images of pages, for their owner's session only. A browser may keep them, because a conversion's files never change,
 * but asks each time whether it may still show them: what is deleted, or past its time, is seen no more.
 */
@Controller()
export class PreviewsController {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
  ) {}

  @Answers(calls.documentPage)
  async page(
    @Person() person: SignedIn,
    @Asked() asked: Asked<typeof calls.documentPage>,
    @Headers('if-none-match') had: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { orderId: documentId, revision, page, size: kind } = asked;
    const images = await imagesOfPage(this.database, person.userId, { documentId, revision, page });
    if (!images) throw new Refusal('document.unknown', 'This page is no longer there.');
    const file = await this.storage.open(documentId, fileNames.images(revision, images.conversionId));
    const etag = `"${images.conversionId}/${page}/${kind}"`;
    void reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      // On a shared computer the next person has another cookie, and so nothing of this.
      vary: 'cookie',
    });
    if (hasSame(had, etag)) {
      await reply.status(304).send();
      return;
    }
    const range = images[kind];
    await reply
      .headers({ 'content-type': 'image/jpeg', 'content-length': range.end - range.start })
      .send(file.part(range));
  }
}
