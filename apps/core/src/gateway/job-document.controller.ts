import { Controller, StreamableFile } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Refusal } from '@sixpence/contracts/refusals';
import { Answers, Asked } from '../http/call.decorator.js';
import { ConversionsService } from '../preparation/conversions.service.js';
import { JobsService } from '../release/jobs.service.js';
import { AgentsService } from '../sites/agents.service.js';

/** The bytes of a job's document, for its agent: with a token core signed, while the job is open. */
@Controller()
export class JobDocumentController {
  constructor(
    private readonly jobs: JobsService,
    private readonly agents: AgentsService,
    private readonly conversions: ConversionsService,
  ) {}

  @Answers(calls.jobDocument)
  async document(@Asked() { id, token }: Asked<typeof calls.jobDocument>): Promise<StreamableFile> {
    const { documentId, revision, agentId } = await this.jobs.documentFor(id, token);
    if (!(await this.agents.active(agentId))) throw new Refusal('agent.unknown');
    const { stream, byteLength } = await this.conversions.openNormalised(documentId, revision);
    return new StreamableFile(stream, { type: 'application/pdf', length: byteLength });
  }
}
