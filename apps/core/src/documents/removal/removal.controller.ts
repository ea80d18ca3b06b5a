import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { DocumentLifeService } from './document-life.service.js';

/** The call by which a person deletes documents (specification §7). */
@Controller()
export class RemovalController {
  constructor(private readonly life: DocumentLifeService) {}

  @Answers(calls.deleteDocument)
  async delete(
    @Person() person: SignedIn,
    @Asked() { documents }: Asked<typeof calls.deleteDocument>,
  ): Promise<object> {
    await this.life.deleteDocuments(
      person.userId,
      documents.map(({ orderId }) => orderId),
    );
    return {};
  }
}
