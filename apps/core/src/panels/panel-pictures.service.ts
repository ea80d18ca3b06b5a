import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { isPictureToken, picturePath, type ShownDocument } from '../jobs/document-token.js';
import { PanelSessionsService, type PanelSession } from './panel-sessions.service.js';

/** Pictures of first pages, which a panel shows in its list, only while the person's session is open. */
@Injectable()
export class PanelPicturesService {
  constructor(
    private readonly sessions: PanelSessionsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** The address of the picture, which only the box of the session can use. */
  pathOf(shown: ShownDocument): string {
    return picturePath(shown, new Date(), this.config.SECRET_KEY);
  }

  /**
   * The session of a picture's address, while it is open.
   * @throws Refusal `storage.signature` for a wrong or expired token, `panel-session.ended`
   */
  async sessionOf({
    token,
    ...shown
  }: ShownDocument & { token: string }): Promise<PanelSession & { agentId: string }> {
    if (!isPictureToken(token, shown, new Date(), this.config.SECRET_KEY)) {
      throw new Refusal('storage.signature', 'This address is not valid any more. Ask for the list again.');
    }
    return this.sessions.shownSession(shown.panelSessionId);
  }
}
