import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { previewSizeSchema } from '@sixpence/contracts/http/conversions';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Person } from '../accounts/access.decorator.js';
import type { SignedIn } from '../accounts/signed-in.js';
import { hasSame } from '../http/entity-tag.js';
import { StorageService } from '../storage/storage.service.js';
import { imagesOfPage } from './document-rows.query.js';

/** As far as the database counts. */
const number = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const previewAddress = z.object({
  documentId: z.uuid(),
  revision: number,
  page: number,
  size: previewSizeSchema.default('page'),
});

/**
 * Images of pages, for their owner's session only. A browser may keep them, because a conversion's files never change,
 * but asks each time whether it may still show them: what is deleted, or past its time, is seen no more.
 */
@Controller('document-pages')
export class PreviewsController {
  constructor(
    private readonly database: DataSource,
    private readonly storage: StorageService,
  ) {}

  @Get(':documentId/:revision/:page')
  async page(
    @Person() person: SignedIn,
    @Param() path: Record<string, string>,
    @Query('size') size: unknown,
    @Headers('if-none-match') had: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = previewAddress.safeParse({ ...path, size });
    const images = asked.data && (await imagesOfPage(this.database, person.userId, asked.data));
    if (!asked.data || !images) throw new Refusal('document.unknown', 'This page is no longer there.');
    const { documentId, revision, page, size: kind } = asked.data;
    const file = await this.storage.openImages(documentId, revision, images.conversionId);
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
