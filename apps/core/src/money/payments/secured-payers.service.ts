import { Injectable } from '@nestjs/common';
import { AccountListeners } from '../../people/users/account-listeners.service.js';
import { giveUpOpen, takeTurn } from './open-payment.query.js';

/** Whoever is locked out, or has chosen a new password, has no page any more that may pay: what is open is given up. */
@Injectable()
export class SecuredPayersService {
  constructor(accounts: AccountListeners) {
    accounts.whenSecured(async (tx, userId) => {
      await takeTurn(tx, userId);
      await giveUpOpen(tx, userId, { lookAfterSeconds: 0 });
    });
  }
}
