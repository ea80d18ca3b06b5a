import { Controller, StreamableFile } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { ConversionsService } from '../documents/preparation/conversions.service.js';
import { JobsService } from '../jobs/jobs.service.js';

/** The bytes of a job's document, for its agent: by a signed token, while the job is open. */
@Controller()
export class JobDocumentController {
  constructor(
    private readonly jobs: JobsService,
    private readonly conversions: ConversionsService,
  ) {}

  @Answers(calls.jobDocument)
  async document(@Asked() { id, token }: Asked<typeof calls.jobDocument>): Promise<StreamableFile> {
    const { documentId, revision, conversionId } = await this.jobs.documentFor(id, token);
    const { stream, byteLength } = await this.conversions.openConverted({
      documentId,
      revision,
      conversionId,
    });
    return new StreamableFile(stream, { type: 'application/pdf', length: byteLength });
  }
}
