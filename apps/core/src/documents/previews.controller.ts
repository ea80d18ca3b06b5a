import { Controller, Headers, Res } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { FastifyReply } from 'fastify';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { matchesTag } from '../platform/http/entity-tag.js';
import { Person } from '../people/sessions/person.decorator.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { PagePicturesService } from './page-pictures.service.js';

/**
 * Images of pages, for their owner only. A conversion's files never change, so a browser may cache them. The
 * browser revalidates before each use, so images of a deleted or expired document are no longer shown.
 */
@Controller()
export class PreviewsController {
  constructor(private readonly pictures: PagePicturesService) {}

  @Answers(calls.documentPage)
  async page(
    @Person() person: SignedIn,
    @Asked() { orderId: documentId, ...asked }: Asked<typeof calls.documentPage>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { page, size } = asked;
    const picture = await this.pictures.openPicture(person.userId, { documentId, ...asked });
    const etag = `"${picture.conversionId}/${page}/${size}"`;
    void reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      // On a shared computer the next person has another cookie, so the cache does not show them these
      // images.
      vary: 'cookie',
    });
    if (matchesTag(ifNoneMatch, etag)) {
      await reply.status(304).send();
      return;
    }
    await reply
      .headers({ 'content-type': 'image/jpeg', 'content-length': picture.byteLength })
      .send(picture.read());
  }
}
