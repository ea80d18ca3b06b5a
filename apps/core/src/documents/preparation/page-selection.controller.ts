import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { RemovePagesAnswer } from '@sixpence/contracts/http/documents';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { PageSelectionService } from './page-selection.service.js';

/** The choice of a document's pages (specification §7). */
@Controller()
export class PageSelectionController {
  constructor(private readonly selection: PageSelectionService) {}

  @Answers(calls.removePages)
  async removePages(
    @Person() person: SignedIn,
    @Asked() { uid, pages_to_extract, put_back }: Asked<typeof calls.removePages>,
  ): Promise<RemovePagesAnswer> {
    await this.selection.keepPages(person.userId, uid, { pages: pages_to_extract, putBack: put_back });
    return { status: 'success', success: true };
  }
}
