import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { z } from 'zod';
import { Public } from '../accounts/access.decorator.js';
import { Contract } from '../http/body.pipe.js';
import { JobsService } from '../release/jobs.service.js';
import { AgentsService } from '../sites/agents.service.js';
import { StorageService } from '../storage/storage.service.js';

const jobAddress = z.object({ id: z.uuid() });
const signedQuery = z.object({ token: z.string().max(100) });

/** The bytes of a job's document, for its agent: with a token core signed, while the job is open. */
@Controller('agent/jobs')
export class JobDocumentController {
  constructor(
    private readonly jobs: JobsService,
    private readonly agents: AgentsService,
    private readonly storage: StorageService,
  ) {}

  @Public()
  @Get(':id/document')
  async document(
    @Param(new Contract(jobAddress)) { id }: z.infer<typeof jobAddress>,
    @Query(new Contract(signedQuery)) { token }: z.infer<typeof signedQuery>,
  ): Promise<StreamableFile> {
    const { documentId, revision, agentId } = await this.jobs.documentFor(id, token);
    if (!(await this.agents.active(agentId))) throw new Refusal('agent.unknown', 'This agent was revoked.');
    const { stream, byteLength } = await this.storage.openNormalised(documentId, revision);
    return new StreamableFile(stream, { type: 'application/pdf', length: byteLength });
  }
}
