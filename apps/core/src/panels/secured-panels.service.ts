import { Injectable } from '@nestjs/common';
import { AccountListeners } from '../people/users/account-listeners.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from '../codes/print-codes.service.js';

/**
 * Ends a person's print code and panel sessions when the user secures the account, for example with a new
 * password.
 */
@Injectable()
export class SecuredPanelsService {
  constructor(accounts: AccountListeners, codes: PrintCodesService, sessions: PanelSessionsService) {
    accounts.secured.add(async (tx, userId) => {
      // Serialised with the redemption of the code by the code's row: either the redemption comes first, and
      // the next line ends the panel session that it began; or the code ends first, and cannot be redeemed.
      await codes.endCodeOf(tx, userId);
      await sessions.closeSessionsOf(tx, userId);
    });
  }
}
