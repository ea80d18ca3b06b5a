import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { isPictureToken, picturePath, type ShownDocument } from '../jobs/document-token.js';
import { PanelSessionsService, type PanelSession } from './panel-sessions.service.js';

/** Pictures of first pages, which a panel shows beside what can be ticked: in the person's open session only. */
@Injectable()
export class PanelPicturesService {
  constructor(
    private readonly sessions: PanelSessionsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** Where the box that shows the session finds the picture; the address says nothing to anybody else. */
  pathOf(shown: ShownDocument): string {
    return picturePath(shown, new Date(), this.config.SECRET_KEY);
  }

  /**
   * The session that an address was made for, while it is open.
   * @throws Refusal `storage.signature` for a bad or old token, `panel-session.ended`
   */
  async sessionOf({
    token,
    ...shown
  }: ShownDocument & { token: string }): Promise<PanelSession & { agentId: string }> {
    if (!isPictureToken(token, shown, new Date(), this.config.SECRET_KEY)) {
      throw new Refusal('storage.signature', 'This address is not valid any more. Ask for the list again.');
    }
    return this.sessions.shown(shown.panelSessionId);
  }
}
