import { Injectable } from '@nestjs/common';
import { AccountListeners } from '../people/users/account-listeners.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from '../codes/print-codes.service.js';

/** Whoever chooses a new password shuts out everybody else, at printers too. */
@Injectable()
export class SecuredPeopleService {
  constructor(accounts: AccountListeners, codes: PrintCodesService, sessions: PanelSessionsService) {
    accounts.whenSecured(async (tx, userId) => {
      // The code first: whoever is opening a session with it is waited for, and the session is seen.
      await codes.endOf(tx, userId);
      await sessions.closeAllOf(tx, userId);
    });
  }
}
