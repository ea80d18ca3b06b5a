import { Injectable } from '@nestjs/common';
import { AccountListeners } from '../people/users/account-listeners.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from '../codes/print-codes.service.js';

/** Ends a person's print code and panel sessions when the account is secured, as by a new password. */
@Injectable()
export class SecuredPanelsService {
  constructor(accounts: AccountListeners, codes: PrintCodesService, sessions: PanelSessionsService) {
    accounts.whenSecured(async (tx, userId) => {
      // Serialised with the redemption of the code by its row: if redemption wins, the next call ends its
      // session; otherwise the code is dead.
      await codes.endOf(tx, userId);
      await sessions.closeAllOf(tx, userId);
    });
  }
}
