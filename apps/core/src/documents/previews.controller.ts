import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { previewSizeSchema } from '@sixpence/contracts/http/conversions';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Person } from '../accounts/access.decorator.js';
import type { SignedIn } from '../accounts/signed-in.js';
import { StorageService } from '../storage/storage.service.js';
import { ownsPage } from './document-rows.query.js';

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

/** Images of pages, for their owner's session only. A revision never changes, so a browser may keep its images. */
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
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = previewAddress.safeParse({ ...path, size });
    if (!asked.success || !(await ownsPage(this.database, person.userId, asked.data))) {
      throw new Refusal('document.unknown', 'This page is no longer there.');
    }
    const { stream, byteLength } = await this.storage.openPage(asked.data);
    await reply
      .headers({
        'content-type': 'image/jpeg',
        'content-length': byteLength,
        'cache-control': 'private, max-age=3600, immutable',
        // On a shared computer the next person has another cookie, and so nothing of this.
        vary: 'cookie',
      })
      .send(stream);
  }
}
