import { Controller, StreamableFile } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Refusal } from '@sixpence/contracts/refusals';
import { PagePicturesService } from '../documents/page-pictures.service.js';
import { Answers, Asked } from '../platform/http/call.decorator.js';
import { PanelPicturesService } from '../panels/panel-pictures.service.js';
import { AgentsService } from '../sites/agents.service.js';

/** A small picture of a document's first page, for the box at which its owner's session is open. */
@Controller()
export class DocumentPictureController {
  constructor(
    private readonly pictures: PanelPicturesService,
    private readonly agents: AgentsService,
    private readonly pages: PagePicturesService,
  ) {}

  @Answers(calls.documentPicture)
  async picture(@Asked() asked: Asked<typeof calls.documentPicture>): Promise<StreamableFile> {
    const { ownerId, agentId } = await this.pictures.sessionOf(asked);
    if (!(await this.agents.activeAgent(agentId))) throw new Refusal('agent.unknown');
    const { documentId, revision } = asked;
    const { read, byteLength } = await this.pages.openPicture(ownerId, {
      documentId,
      revision,
      page: 1,
      size: 'tile',
    });
    return new StreamableFile(read(), { type: 'image/jpeg', length: byteLength });
  }
}
