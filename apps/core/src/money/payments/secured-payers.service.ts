import { Injectable } from '@nestjs/common';
import { AccountListeners } from '../../people/users/account-listeners.service.js';
import { giveUpOpen, takeTurn } from './open-payment.query.js';

/**
 * Gives up the open payments of a person who is locked, or whose password was changed: their earlier pages
 * may not pay.
 */
@Injectable()
export class SecuredPayersService {
  constructor(accounts: AccountListeners) {
    accounts.secured.add(async (tx, userId) => {
      await takeTurn(tx, userId);
      await giveUpOpen(tx, userId, { lookAfterSeconds: 0 });
    });
  }
}
